import type { Database } from '#server/db/client.ts'
import { chunksOf } from '#server/domain/chunks.ts'
import { deleteMails, selectRecipients } from '#server/mail/outbox.repo.ts'
import { deletedRow } from '#server/records/trash-rows.repo.ts'
import type { AuditLog } from '#server/security/audit/audit-log.ts'
import {
  type ErasureLedger,
  erasureMac,
  personMac,
  type ReconcileOptions,
} from '#server/security/erasures/erasure-ledger.ts'
import type { Erasure } from '#server/security/erasures/ledger-file.ts'
import type { ServerKey } from '#server/security/server-key.ts'
import { eraseUsers, reserveUserIds, selectCopies } from './replay.repo.ts'

interface ReplayDeps {
  database: Database
  key: ServerKey
  audit: AuditLog
  ledger: ErasureLedger
}

/** Users per transaction: with fewer, SQLite writes its indexes more often; a statement has at most 32,766 parameters. */
const CHUNK_SIZE = 20_000

/**
 * Erases again whoever is in the ledger, which a restored backup has brought back. Call it before the first request. It can be
 * interrupted, and run by several processes at once. Returns what the operator should know, in sentences. Throws `OperatorError` for
 * a ledger that is short or damaged, unless `ifShort` says otherwise.
 */
export async function replayErasures(deps: ReplayDeps, options: ReconcileOptions = {}): Promise<string[]> {
  const { database, audit, ledger } = deps
  const { db, engine, transaction } = database
  const { all, unfinished, problem } = await ledger.reconcile(options)
  const sentences = problem === undefined ? [] : [problem]
  for (const { number, id } of unfinished)
    sentences.push(
      `Erasure ${number}, of user ${id}, was begun and not finished: erase the user again if they should be.`,
    )
  if (all.length === 0) return sentences
  const maxId = all.reduce((max, { id }) => Math.max(max, id), 0)
  await reserveUserIds(db, engine, maxId)
  let erasedCount = 0
  for (const chunk of chunksOf(all, CHUNK_SIZE)) {
    const { matching, others } = await match(deps, chunk)
    for (const id of others)
      sentences.push(`User ${id} has the id of an erased one and another address, or is newer: not erased.`)
    if (matching.length === 0) continue
    erasedCount += await transaction(async (trx) => {
      const erasedIds = await eraseUsers(trx, matching)
      await audit.recordOfUsers(trx, { event: 'user.erased', detail: 'from the erasure ledger' }, erasedIds)
      return erasedIds.length
    })
  }
  const mailCount = await eraseMails(deps, all)
  if (erasedCount + mailCount > 0)
    sentences.push(
      `The database had users who were erased: ${erasedCount} erased again, and ${mailCount} of their emails deleted. To reclaim the space, see docs/operating.md.`,
    )
  return sentences
}

/** Returns the ids of users who were there when they were erased, and of others who have such an id. */
async function match({ database, key }: ReplayDeps, entries: readonly Erasure[]) {
  // Several may have an id: those of an imported ledger are other people's.
  const byId = Map.groupBy(entries, ({ id }) => id)
  const { users, trashed } = await selectCopies(database.db, [...byId.keys()])
  const matching = new Set<number>()
  const others = new Set<number>()
  const compare = (id: number, { email = null, created_at = 0 }: { email?: string | null; created_at?: number }) => {
    const mac = personMac(key, { id, email })
    const isSame = byId.get(id)?.some(({ email: other, at }) => other === mac && created_at <= Date.parse(at))
    ;(isSame ? matching : others).add(id)
  }
  for (const user of users) compare(user.id, user)
  for (const item of trashed) compare(item.record_id, deletedRow(item))
  return { matching: [...matching].filter((id) => !others.has(id)), others }
}

async function eraseMails({ database: { db }, key }: ReplayDeps, all: readonly Erasure[]): Promise<number> {
  const erasedAt = new Map(all.map(({ email, at }) => [email, Date.parse(at)]))
  const mails = await selectRecipients(db)
  const ids = mails.filter(
    ({ recipient, created_at }) => created_at <= (erasedAt.get(erasureMac(key, recipient)) ?? -1),
  )
  await deleteMails(
    db,
    ids.map(({ id }) => id),
  )
  return ids.length
}
