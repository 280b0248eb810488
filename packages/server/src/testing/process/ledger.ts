import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

/** Last acknowledged state of a record; null if deleted. */
export type Known = Readonly<Record<string, unknown>> | null

interface Acknowledged {
  operation: string
  /** X-Request-Id of the response. */
  requestId: string
}

/** A change whose response is pending. */
export interface Intent {
  operation: string
  /** Unique key of the record. */
  key: string
  next: Known
}

export type Ledger = ReturnType<typeof openLedger>

/**
 * Records what clients know of a server that may be killed at any moment. A pending change is uncertain; an acknowledged
 * one is synced to `file` before anything else.
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

  /** Records that contradict the ledger: lost, changed or unknown ones. Settles uncertain changes. */
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
    /** Removes a change that was refused. */
    withdraw: ({ key }: Intent) => void doubtful.delete(key),
    /** Keys are `kind name`. */
    existing: (kind: string) =>
      [...known].flatMap(([key, state]) => (key.startsWith(`${kind} `) && state ? [{ key, state }] : [])),
    acknowledged: acknowledged as readonly Acknowledged[],
    inDoubt: () => doubtful.size,
    [Symbol.dispose]: () => closeSync(journal),
  }
}
