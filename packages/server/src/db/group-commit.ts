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
 * before the disk has it. `isOpen` tells whether the database has not ended a transaction of its own accord.
 */
export function groupCommit(db: Kysely<Schema>, isOpen: () => boolean) {
  const waiting: Waiting[] = []
  let isAtWork = false

  async function workOff(): Promise<void> {
    isAtWork = true
    // All requests that have come in meanwhile are read within one turn of the event loop.
    await setImmediate()
    while (waiting.length > 0) await commitTogether()
    isAtWork = false
  }

  async function commitTogether(): Promise<void> {
    const taken: Waiting[] = []
    try {
      const outcomes = await db.transaction().execute(async (trx) => {
        const told = []
        for (let next = waiting.shift(); next; next = taken.length < MOST_TOGETHER ? waiting.shift() : undefined) {
          taken.push(next)
          // The first needs no savepoint: with it, nothing else is undone.
          told.push(await (taken.length === 1 ? next.attempt(trx) : attemptApart(trx, next)))
        }
        return told
      })
      for (const tell of outcomes) tell()
    } catch (error) {
      // What cannot begin for one cannot for any.
      for (const { reject } of taken.length > 0 ? taken : waiting.splice(0)) reject(error)
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
