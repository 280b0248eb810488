import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { MINUTE } from '#server/domain/time.ts'

/** A million users are about 300 MB; a client that takes longer has stopped reading. */
export const STREAM_TIMEOUT_MS = 10 * MINUTE

/** A successful response whose list does not fit into memory. */
export interface StreamedResponse {
  message: string
  /** Name of the list in `data`. */
  listName: string
  /** Chunks are never empty. */
  chunks: AsyncIterable<readonly unknown[]>
  /** Returns the other fields of `data`. Called once the list has been read. */
  readOtherFields?: (() => object) | undefined
}

/**
 * Streams the envelope as JSON, at the client's speed. Throws if the first chunk fails; a later failure breaks the
 * connection, since half a list would look complete.
 */
export async function streamEnvelope({
  message,
  listName,
  chunks,
  readOtherFields,
}: StreamedResponse): Promise<Readable> {
  const iterator = chunks[Symbol.asyncIterator]()
  const firstChunk = await iterator.next()
  const head = JSON.stringify({ code: 200, message, data: { [listName]: [] } }).slice(0, -']}}'.length)
  return Readable.from(body(), { objectMode: false })

  async function* body(): AsyncGenerator<string> {
    let prefix = head
    try {
      for (let next = firstChunk; next.done !== true; next = await iterator.next()) {
        yield prefix + JSON.stringify(next.value).slice(1, -1)
        prefix = ','
        // Lets other requests proceed.
        await setImmediate()
      }
      const otherFields = JSON.stringify(readOtherFields?.() ?? {}).slice(1)
      // Without chunks the head is still to be sent.
      const isEmpty = prefix === head
      yield `${isEmpty ? head : ''}]${otherFields === '}' ? '' : ','}${otherFields}}`
    } finally {
      await iterator.return?.()
    }
  }
}
