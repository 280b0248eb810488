import type { Selectable } from 'kysely'
import type { Database, Db } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'

export type OutboxRow = Selectable<Schema['outbox']>

export async function insertMail(db: Db, mail: { kind: string; recipient: string; now: number }): Promise<void> {
  const { kind, recipient, now } = mail
  await db.insertInto('outbox').values({ kind, recipient, created_at: now, due_at: now }).execute()
}

/** Takes up what is due, at most so many, and keeps it from every other process until `leasedUntil`. */
export async function claimMails(
  { db, engine }: Database,
  { now, leasedUntil, most }: { now: number; leasedUntil: number; most: number },
): Promise<OutboxRow[]> {
  return db
    .updateTable('outbox')
    .set((eb) => ({ due_at: leasedUntil, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(most)
        // SQLite has one writer at a time anyway.
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute()
}

export async function postponeMail(db: Db, id: number, dueAt: number): Promise<void> {
  await db.updateTable('outbox').set({ due_at: dueAt }).where('id', '=', id).execute()
}

export async function deleteMail(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}
