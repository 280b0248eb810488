import type { AuditEvent } from '@rapport/core/api/audit-events.ts'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { EntityName } from '@rapport/core/api/operations.ts'
import { afterCommit, type Database, type Db } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ClientInfo } from '#server/domain/principal.ts'
import { DAY, HOUR, MINUTE } from '#server/domain/time.ts'
import { assertSessionActive } from '../assert-session-active.ts'
import { ipBlock } from '../limits/ip-block.ts'
import { isOver, type Limit, type Limiter, type LimitUse } from '../limits/limiter.ts'
import type { ServerKey } from '../server-key.ts'
import {
  deleteAuditRows,
  insertAuditRow,
  insertAuditRowsOfUsers,
  insertAuditRowWithReason,
  type NewAuditRow,
  timeOfNewestEventBefore,
} from './audit.repo.ts'

interface SaveEntry<Item> {
  entity: Exclude<EntityName, 'user'>
  id: number
  actor: Actor
  /** The record as clients saw it; undefined for a new one. */
  before?: Item | undefined
  after: Item
}

/** An admin, an anonymous client, the operator, or the server itself. */
type Actor =
  | { userId: number; client: ClientInfo; tokenHash?: string; apiToken?: { name: string } }
  | { client: ClientInfo }
  | 'operator'
  | 'server'

interface Entry {
  event: AuditEvent
  actor: Actor
  target?: { type: EntityName; id: number }
  /** Short for a target of type user. */
  userId?: number | undefined
  /** A typed email address (`uniqueKey`), stored as a keyed digest. */
  emailKey?: string
  /** Short text without secrets and personal data. */
  detail?: string
  /** Why the admin did it. Erased with the target; shown as part of the detail. */
  reason?: string | undefined
  /** Changed fields; without values if the record is a person. */
  changes?: readonly Schemas['FieldChange'][] | undefined
}

export type AuditLog = ReturnType<typeof createAuditLog>

interface AuditLogDeps {
  database: Database
  clock: () => Date
  key: ServerKey
  limiter: Limiter
  /** Days to keep rows; forever if omitted. */
  keepDays?: number | undefined
  /** Receives each event once its transaction has committed. */
  onEvent?: ((event: LoggedEvent) => void) | undefined
}

/** An event as the log of the process shows it: ids and names of fields, without values, which may be a person's. */
export type LoggedEvent = Pick<
  NewAuditRow,
  'event' | 'actor' | 'actor_id' | 'target_type' | 'target_id' | 'ip' | 'request_id'
> & { fields: string[] }

/** The database checks the age of rows by its own clock, and one refusal undoes the whole deletion. */
const SWEEP_MARGIN_MS = DAY
const SUSPICIOUS_GAP_MS = 14 * DAY

/** Keeps attempts with many unknown email addresses from filling the disk. */
const PER_EVENT: Limit = { name: 'audit about no account', max: 1000, windowMs: HOUR }
const RATE_LIMITED_PER_IP: Limit = { name: 'audit limited address', max: 1, windowMs: 5 * MINUTE }

export function emailMac(serverKey: ServerKey, emailKey: string): string {
  return serverKey.mac('audit address', emailKey)
}

/** Creates the audit log. The database refuses changes to its rows and deletions of recent ones. */
export function createAuditLog({ database, clock, key, limiter, keepDays, onEvent }: AuditLogDeps) {
  /**
   * Records an event. Call it in the transaction of the change, so that both are stored or neither. Throws `unauthorized` if
   * the session or token of the admin has ended.
   */
  async function record(
    trx: Db,
    { event, actor, target, userId, emailKey, detail, reason, changes }: Entry,
  ): Promise<void> {
    const isClient = typeof actor === 'object'
    const admin = isClient && 'userId' in actor ? actor : undefined
    if (admin?.tokenHash !== undefined) {
      await assertSessionActive(trx, database.engine, { ...admin, tokenHash: admin.tokenHash }, clock())
    }
    const detailParts = [detail, admin?.apiToken && `by token ${admin.apiToken.name}`].filter(Boolean)
    const logged = {
      event,
      actor: isClient ? (admin ? 'admin' : 'anyone') : actor,
      actor_id: admin?.userId ?? null,
      target_type: target?.type ?? (userId === undefined ? null : 'user'),
      target_id: target?.id ?? userId ?? null,
      ip: isClient ? actor.client.ip : null,
      request_id: isClient ? actor.client.requestId : null,
    }
    const row = {
      at: clock().getTime(),
      ...logged,
      email_mac: emailKey === undefined ? null : emailMac(key, emailKey),
      detail: detailParts.join(', ') || null,
      changes: changes?.length ? JSON.stringify(changes) : null,
    }
    if (reason === undefined) await insertAuditRow(trx, row)
    else await insertAuditRowWithReason(trx, row, reason)
    if (onEvent) afterCommit(trx, () => onEvent({ ...logged, fields: changes?.map(({ field }) => field) ?? [] }))
  }

  /** Records what the server itself did to many users. */
  async function recordOfUsers(trx: Db, what: { event: AuditEvent; detail: string }, userIds: readonly number[]) {
    if (userIds.length === 0) return
    await insertAuditRowsOfUsers(trx, { at: clock().getTime(), ...what }, userIds)
    const logged = {
      event: what.event,
      actor: 'server',
      actor_id: null,
      target_type: 'user',
      ip: null,
      request_id: null,
    }
    if (onEvent) afterCommit(trx, () => userIds.forEach((target_id) => onEvent({ ...logged, target_id, fields: [] })))
  }

  async function recordSave<Item extends object>(trx: Db, { entity, id, actor, before, after }: SaveEntry<Item>) {
    const event = `${entity}.${before ? 'updated' : 'created'}` as const
    await record(trx, { event, actor, target: { type: entity, id }, changes: fieldChanges(before, after) })
  }

  /**
   * Records an event that anyone can cause. Events about no account are limited per hour. Events about an account are counted
   * too but never refused, so that a response takes as long whether the account exists or not.
   */
  async function recordCapped(trx: Db, entry: Entry): Promise<void> {
    const countedUses = await limiter.count(trx, [eventUse(entry)])
    if ((entry.target ?? entry.userId) === undefined && countedUses.some(isOver)) return
    await record(trx, entry)
  }

  /** Records a refused client once in five minutes per IP block, since nothing else bounds its requests. */
  async function recordRateLimited(entry: Entry & { actor: { client: ClientInfo } }): Promise<void> {
    const perIp = { limit: RATE_LIMITED_PER_IP, subject: [ipBlock(entry.actor.client.ip)] }
    try {
      await database.transaction(async (trx) => {
        await limiter.consume(trx, [perIp, eventUse(entry)])
        await record(trx, entry)
      })
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === 'too_many_requests')) throw error
    }
  }

  async function sweep(): Promise<void> {
    if (keepDays !== undefined) await deleteAuditRows(database.db, clock().getTime() - keepDays * DAY - SWEEP_MARGIN_MS)
  }

  /**
   * Returns true if the clock may be wrong: apart from the last day, nothing was recorded for two weeks. The server then
   * keeps the log and the trash whole, since a clock that is ahead would make everything look expired.
   */
  async function isClockInDoubt(): Promise<boolean> {
    const now = clock().getTime()
    const newestEventAt = await timeOfNewestEventBefore(database.db, now - DAY)
    return newestEventAt !== undefined && now - newestEventAt > SUSPICIOUS_GAP_MS
  }

  return { record, recordOfUsers, recordSave, recordCapped, recordRateLimited, isClockInDoubt, sweep }
}

function eventUse({ event }: Entry): LimitUse {
  return { limit: PER_EVENT, subject: [event] }
}

/** Properties of a record that a form does not save. `category` is the category that `category_id` names. */
const IGNORED_PROPERTIES = new Set(['id', 'version', 'category'])

/** Returns the changed fields; for a new record, those with a value. */
export function fieldChanges<Item extends object>(before: Item | undefined, after: Item): Schemas['FieldChange'][] {
  const oldValues = new Map(Object.entries(before ?? {}))
  return Object.entries(after)
    .map(([field, value]) => ({ field, before: oldValues.get(field) ?? null, after: value ?? null }))
    .filter((change) => !IGNORED_PROPERTIES.has(change.field) && change.before !== change.after)
}
