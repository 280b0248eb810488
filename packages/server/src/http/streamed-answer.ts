import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** The success of an operation whose data has a list too long to be held at once; no batch of it is empty. */
export type StreamedAnswer<Data> = {
  [Name in keyof Data]-?: NonNullable<Data[Name]> extends readonly (infer Item)[]
    ? {
        message: string
        /** Everything but the list. */
        data: Omit<Data, Name>
        list: Name
        batches: AsyncIterable<readonly Item[]>
      }
    : never
}[keyof Data]

interface AnyStreamedAnswer {
  message: string
  data: object
  list: PropertyKey
  batches: AsyncIterable<readonly unknown[]>
}

/**
 * The envelope as JSON, made as fast as the client takes it. Throws what prevents the first batch; what prevents a later
 * one ends the stream with that error, and so the connection, since half a list would read like the whole.
 */
export async function streamEnvelope({ message, data, list, batches }: AnyStreamedAnswer): Promise<Readable> {
  const iterator = batches[Symbol.asyncIterator]()
  const first = await iterator.next()
  const head = JSON.stringify({ code: 200, message, data: { ...data, [list]: [] } })
  // The list stands last, so that what closes it closes the envelope.
  return Readable.from(body(head.slice(0, -']}}'.length)), { objectMode: false })

  async function* body(opening: string): AsyncGenerator<string> {
    let before = opening
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) {
        yield before + JSON.stringify(next.value).slice(1, -1)
        before = ','
        // Others get their turn, however fast the client is.
        await setImmediate()
      }
      yield before === ',' ? ']}}' : `${before}]}}`
    } finally {
      await iterator.return?.()
    }
  }
}
