import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { Principal } from '#server/domain/principal.ts'
import { deleteSessions, lockAccount } from '#server/security/account.repo.ts'
import { SESSION_IDLE_MS } from '#server/security/assert-session-active.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { deleteSessionById, selectSessions, sessionId } from './sessions.repo.ts'

export function createSessionsService({ database, clock, audit }: ServiceDeps) {
  async function listSessions({ userId, tokenHash }: Principal): Promise<Schemas['Session'][]> {
    const now = clock().getTime()
    const rows = await selectSessions(database.db, userId, { now, idleSince: now - SESSION_IDLE_MS })
    return rows.map(({ token_hash, device, ip, created_at, last_used_at }) => ({
      id: sessionId(token_hash),
      device,
      ip,
      created_at: new Date(created_at).toISOString(),
      last_used_at: new Date(last_used_at).toISOString(),
      current: token_hash === tokenHash,
    }))
  }

  async function endSession(caller: Principal, id: string): Promise<void> {
    await database.transaction(async (trx) => {
      // Otherwise two sessions that end each other would deadlock.
      await lockAccount(trx, database.engine, caller.userId)
      await audit.record(trx, { event: 'sessions.ended', actor: caller, userId: caller.userId })
      if (!(await deleteSessionById(trx, caller.userId, id))) {
        throw new DomainError('not_found', 'There is no such session. It may already have ended.')
      }
    })
  }

  async function endOtherSessions(caller: Principal): Promise<number> {
    const { userId } = caller
    return database.transaction(async (trx) => {
      await lockAccount(trx, database.engine, userId)
      const endedCount = await deleteSessions(trx, userId, caller.tokenHash)
      const detail = endedCount === 1 ? '1 other' : `${endedCount} others`
      if (endedCount > 0) await audit.record(trx, { event: 'sessions.ended', actor: caller, userId, detail })
      return endedCount
    })
  }

  return { listSessions, endSession, endOtherSessions }
}
