import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

/** The last acknowledged state of a record; null if deleted. */
export type RecordState = Readonly<Record<string, unknown>> | null

interface Acknowledged {
  operation: string
  /** X-Request-Id of the response. */
  requestId: string
}

/** A change whose response is pending. */
export interface Intent {
  operation: string
  key: string
  next: RecordState
}

export type Ledger = ReturnType<typeof openLedger>

/**
 * Opens a ledger of what clients know of a server that may be killed at any moment. A pending change is uncertain; an
 * acknowledged one is synced to `file` before anything else.
 */
export function openLedger(file: string) {
  const journal = openSync(file, 'a')
  const states = new Map<string, RecordState>()
  const pendingStates = new Map<string, RecordState>()
  const acknowledged: Acknowledged[] = []

  function intend({ key, next }: Intent): void {
    pendingStates.set(key, next)
  }

  function acknowledge({ operation, key, next }: Intent, requestId: string): void {
    writeSync(journal, `${JSON.stringify({ operation, key, next, requestId })}\n`)
    fdatasyncSync(journal)
    acknowledged.push({ operation, requestId })
    learn(key, next)
  }

  function learn(key: string, state: RecordState): void {
    states.set(key, state)
    pendingStates.delete(key)
  }

  /** Returns the records that contradict the ledger: lost, changed or unknown ones. Settles uncertain changes. */
  function contradictions(records: ReadonlyMap<string, RecordState>): object[] {
    const mismatches: object[] = []
    for (const key of new Set([...states.keys(), ...pendingStates.keys(), ...records.keys()])) {
      const possible = [states.get(key) ?? null, ...(pendingStates.has(key) ? [pendingStates.get(key) ?? null] : [])]
      const state = records.get(key) ?? null
      if (possible.some((candidate) => isDeepStrictEqual(candidate, state))) learn(key, state)
      else mismatches.push({ key, state, possible })
    }
    return mismatches
  }

  return {
    intend,
    acknowledge,
    learn,
    contradictions,
    /** Removes a change that was refused. */
    withdraw: ({ key }: Intent) => void pendingStates.delete(key),
    /** Lists the records of a kind; their keys are `kind name`. */
    existing: (kind: string) =>
      [...states].flatMap(([key, state]) => (key.startsWith(`${kind} `) && state ? [{ key, state }] : [])),
    acknowledged: acknowledged as readonly Acknowledged[],
    inDoubt: () => pendingStates.size,
    [Symbol.dispose]: () => closeSync(journal),
  }
}
