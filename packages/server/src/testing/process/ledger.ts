import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

/** What the server has said of a record; null when there is none. */
export type Known = Readonly<Record<string, unknown>> | null

/** A change that the server has answered with success. */
interface Acknowledged {
  operation: string
  /** Names the answer in the server's log. */
  requestId: string
}

/** A change that is under way. */
interface Intent {
  operation: string
  /** Names the record among all, for as long as the ledger is kept. */
  key: string
  next: Known
}

export type Ledger = ReturnType<typeof openLedger>

/**
 * What clients know of the records of a server that may end at any moment. A change under way is in doubt until it is
 * answered; what is answered is written to `file` and to the disk before anything else goes on.
 */
export function openLedger(file: string) {
  const journal = openSync(file, 'a')
  const known = new Map<string, Known>()
  const doubtful = new Map<string, Known>()
  const acknowledged: Acknowledged[] = []

  function intend({ key, next }: Intent): void {
    doubtful.set(key, next)
  }

  function acknowledge({ operation, key, next }: Intent, requestId: string): void {
    writeSync(journal, `${JSON.stringify({ operation, key, next, requestId })}\n`)
    fdatasyncSync(journal)
    acknowledged.push({ operation, requestId })
    learn(key, next)
  }

  function learn(key: string, state: Known): void {
    known.set(key, state)
    doubtful.delete(key)
  }

  /** What is found and contradicts what is known: lost, changed, or come out of nowhere. What was in doubt is settled. */
  function contradictions(found: ReadonlyMap<string, Known>): object[] {
    const wrong: object[] = []
    for (const key of new Set([...known.keys(), ...doubtful.keys(), ...found.keys()])) {
      const possible = [known.get(key) ?? null, ...(doubtful.has(key) ? [doubtful.get(key) ?? null] : [])]
      const state = found.get(key) ?? null
      if (possible.some((one) => isDeepStrictEqual(one, state))) learn(key, state)
      else wrong.push({ key, state, possible })
    }
    return wrong
  }

  return {
    intend,
    acknowledge,
    learn,
    contradictions,
    /** The change was refused, and has not been made. */
    withdraw: ({ key }: Intent) => void doubtful.delete(key),
    /** The keys of this kind (`kind name`) that are known to exist, with what is known of them. */
    existing: (kind: string) =>
      [...known].flatMap(([key, state]) => (key.startsWith(`${kind} `) && state ? [{ key, state }] : [])),
    acknowledged: acknowledged as readonly Acknowledged[],
    inDoubt: () => doubtful.size,
    [Symbol.dispose]: () => closeSync(journal),
  }
}
