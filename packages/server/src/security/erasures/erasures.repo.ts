import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { chunksOf } from '#server/domain/chunks.ts'
import type { Erasure } from './ledger-file.ts'

/** Keeps others from writing to the ledger until the transaction ends, as any transaction does on SQLite. */
export async function lockErasures(trx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`lock table erasures in exclusive mode`.execute(trx)
}

/** Rows per statement, below the limits of parameters. */
const ROWS = 500

/** Inserts entries that the table does not have yet. */
export async function insertErasures(trx: Db, ledger: string, entries: readonly Erasure[]): Promise<void> {
  for (const chunk of chunksOf(entries, ROWS)) {
    const rows = chunk.map(({ receipt, number, entity, id: record_id, email: email_mac, at }) => {
      return { receipt, number, entity, record_id, email_mac, erased_at: Date.parse(at), ledger }
    })
    await trx
      .insertInto('erasures')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Selects all entries, each with the UUID of a file that has it. */
export async function selectErasures(db: Db): Promise<(Erasure & { ledger: string })[]> {
  const rows = await db.selectFrom('erasures').selectAll().orderBy('erased_at').orderBy('number').execute()
  return rows.map(({ receipt, number, record_id, email_mac, erased_at, ledger }) => ({
    receipt,
    number,
    entity: 'user',
    id: record_id,
    email: email_mac,
    at: new Date(erased_at).toISOString(),
    ledger,
  }))
}
