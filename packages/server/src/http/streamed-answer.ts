import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** The success of an operation whose data has a list too long to be held at once; no batch of it is empty. */
export type StreamedAnswer<Data> = {
  [Name in keyof Data]-?: NonNullable<Data[Name]> extends readonly (infer Item)[]
    ? {
        message: string
        list: Name
        batches: AsyncIterable<readonly Item[]>
        /** Everything but the list, asked for at its end. */
        rest?: (() => Omit<Data, Name>) | undefined
      }
    : never
}[keyof Data]

interface AnyStreamedAnswer {
  message: string
  list: PropertyKey
  batches: AsyncIterable<readonly unknown[]>
  rest?: (() => object) | undefined
}

/**
 * The envelope as JSON, made as fast as the client takes it. Throws what prevents the first batch; what prevents a later
 * one ends the stream with that error, and so the connection, since half a list would read like the whole.
 */
export async function streamEnvelope({ message, list, batches, rest }: AnyStreamedAnswer): Promise<Readable> {
  const iterator = batches[Symbol.asyncIterator]()
  const first = await iterator.next()
  const head = JSON.stringify({ code: 200, message, data: { [list]: [] } }).slice(0, -']}}'.length)
  return Readable.from(body(), { objectMode: false })

  async function* body(): AsyncGenerator<string> {
    let before = head
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) {
        yield before + JSON.stringify(next.value).slice(1, -1)
        before = ','
        // Others get their turn, however fast the client is.
        await setImmediate()
      }
      const more = JSON.stringify(rest?.() ?? {}).slice(1)
      yield `${before === ',' ? '' : before}]${more === '}' ? '' : ','}${more}}`
    } finally {
      await iterator.return?.()
    }
  }
}
