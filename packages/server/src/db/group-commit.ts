import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

type Transaction = Kysely<Schema>

interface Waiting {
  /** Does the work, and resolves with what tells its caller of the outcome. */
  attempt: (trx: Transaction) => Promise<() => void>
  reject: (error: unknown) => void
}

/** So that the first need not wait for too many others. */
const MOST_TOGETHER = 32

/**
 * Runs transactions one after another, and those that came in at the same time with one commit: to have the disk confirm
 * it takes longer than most of them take for their work. One that throws is undone by itself, and none is said to be done
 * before the disk has it. Where the commit fails, or SQLite ends the transaction for one of them (a full disk), each is done
 * once more alone. `isOpen` tells whether the transaction is still open.
 */
export function groupCommit(db: Kysely<Schema>, isOpen: () => boolean) {
  const waiting: Waiting[] = []
  let isAtWork = false

  async function workOff(): Promise<void> {
    isAtWork = true
    // All requests that have come in meanwhile are read within one turn of the event loop.
    await setImmediate()
    while (waiting.length > 0) await commit(waiting.splice(0, MOST_TOGETHER))
    isAtWork = false
  }

  async function commit(together: readonly Waiting[]): Promise<void> {
    const isAlone = together.length === 1
    let hasBegun = false
    try {
      const outcomes = await db.transaction().execute(async (trx) => {
        hasBegun = true
        const told = []
        for (const one of together) told.push(await (isAlone ? one.attempt(trx) : attemptApart(trx, one)))
        return told
      })
      for (const tell of outcomes) tell()
    } catch (error) {
      // What cannot begin for one, after waiting for another process, cannot for the others.
      if (isAlone || !hasBegun) for (const { reject } of together) reject(error)
      else for (const one of together) await commit([one])
    }
  }

  async function attemptApart(trx: Transaction, { attempt, reject }: Waiting): Promise<() => void> {
    await sql`savepoint apart`.execute(trx)
    try {
      const tell = await attempt(trx)
      await sql`release apart`.execute(trx)
      return tell
    } catch (error) {
      // What the others did is gone as well.
      if (!isOpen()) throw error
      await sql`rollback to apart`.execute(trx)
      await sql`release apart`.execute(trx)
      return () => reject(error)
    }
  }

  return async <T>(work: (trx: Transaction) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const attempt = async (trx: Transaction) => {
        const value = await work(trx)
        return () => resolve(value)
      }
      waiting.push({ attempt, reject })
      if (!isAtWork) void workOff()
    })
}
