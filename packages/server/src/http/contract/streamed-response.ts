import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** A successful response whose list does not fit into memory. Chunks are never empty. */
export type StreamedResponse<Data> = {
  [Name in keyof Data]-?: NonNullable<Data[Name]> extends readonly (infer Item)[]
    ? {
        message: string
        list: Name
        chunks: AsyncIterable<readonly Item[]>
        /** The other fields of `data`, called after the list was read. */
        rest?: (() => Omit<Data, Name>) | undefined
      }
    : never
}[keyof Data]

interface AnyStreamedResponse {
  message: string
  list: PropertyKey
  chunks: AsyncIterable<readonly unknown[]>
  rest?: (() => object) | undefined
}

/**
 * Streams the envelope as JSON, at the client's speed. Throws if the first batch fails; a later failure breaks the
 * connection, since half a list would look complete.
 */
export async function streamEnvelope({ message, list, chunks, rest }: AnyStreamedResponse): Promise<Readable> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  const head = JSON.stringify({ code: 200, message, data: { [list]: [] } }).slice(0, -']}}'.length)
  return Readable.from(body(), { objectMode: false })

  async function* body(): AsyncGenerator<string> {
    let before = head
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) {
        yield before + JSON.stringify(next.value).slice(1, -1)
        before = ','
        // Lets other requests proceed.
        await setImmediate()
      }
      const otherFields = JSON.stringify(rest?.() ?? {}).slice(1)
      yield `${before === ',' ? '' : before}]${otherFields === '}' ? '' : ','}${otherFields}}`
    } finally {
      await iterator.return?.()
    }
  }
}
