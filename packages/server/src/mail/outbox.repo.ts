import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'

export type OutboxRow = Selectable<Schema['outbox']>

interface NewMail {
  kind: string
  recipient: string
  now: number
  /** Digest of the IP block that requested the mail, stored as `asked_from`. */
  requesterDigest?: string
}

export async function insertMail(db: Db, { kind, recipient, now, requesterDigest }: NewMail): Promise<void> {
  const columns = { kind, recipient, asked_from: requesterDigest ?? null, created_at: now, due_at: now }
  await db.insertInto('outbox').values(columns).execute()
}

/**
 * Claims up to `limit` due mails, and keeps them from other processes until `leasedUntil`. A mail due after `latestDueAt` was
 * dated by a wrong clock, and counts as due.
 */
export async function claimMails(
  { db, engine }: Database,
  { now, leasedUntil, latestDueAt, limit }: { now: number; leasedUntil: number; latestDueAt: number; limit: number },
): Promise<OutboxRow[]> {
  return db
    .updateTable('outbox')
    .set((eb) => ({ due_at: leasedUntil, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where((or) => or.or([or('due_at', '<=', now), or('due_at', '>', latestDueAt)]))
        // A code is awaited, and lives for ten minutes.
        .orderBy((kind) => kind.case().when('kind', '=', 'reset_code').then(0).else(1).end())
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        // SQLite allows one writer at a time.
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute()
}

export async function postponeMail(db: Db, id: number, dueAt: number): Promise<void> {
  await db.updateTable('outbox').set({ due_at: dueAt }).where('id', '=', id).execute()
}

/** Selects all waiting mails, which are few. */
export async function selectRecipients(db: Db) {
  return db.selectFrom('outbox').select(['id', 'recipient', 'created_at']).execute()
}

export async function deleteMails(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('outbox').where('id', 'in', ids).execute()
}

/** Selects the mails that wait for these addresses, in whatever case somebody typed them. */
export async function selectMailsTo(db: Db, addresses: readonly string[]): Promise<OutboxRow[]> {
  const keys = new Set(addresses.map(uniqueKey))
  const mails = await db.selectFrom('outbox').selectAll().execute()
  return mails.filter(({ recipient }) => keys.has(uniqueKey(recipient)))
}

/** Deletes these mails. Returns how many. */
export async function deleteMailsTo(trx: Db, addresses: readonly string[]): Promise<number> {
  const mails = await selectMailsTo(trx, addresses)
  await deleteMails(
    trx,
    mails.map(({ id }) => id),
  )
  return mails.length
}
