import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Db } from '#server/db/client.ts'
import { chunksOf } from '#server/domain/chunks.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { toId } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { ACTIVE_STATUS, mayManage, SUSPENDED_STATUS } from '#server/security/account-rules.ts'
import { revokeCredentials } from '#server/security/account.repo.ts'
import { assertSessionActive } from '#server/security/assert-session-active.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { lockActiveAdmins, lockStatus, noSuchUserError, parseSuspension, updateStatus } from './users.repo.ts'

type Input = Schemas['UserStatusInput']
type Result = { id: string | number; refusal: DomainError | undefined }

/** Users per transaction, for which other writers wait. */
const CHUNK_SIZE = 100

export function createUserStatus({ database, clock, audit }: ServiceDeps) {
  const { engine, transaction } = database

  /** Suspends or reactivates users. Returns each id with its refusal; throws the refusal of an only one. */
  async function setUserStatus(caller: Principal, { ids: givenIds, ...change }: Input): Promise<Result[]> {
    const ids = [...new Map(givenIds.map((id) => [toId(id) || id, id])).values()]
    const results: Result[] = []
    for (const chunk of chunksOf(ids, CHUNK_SIZE)) {
      const chunkResults = await transaction(async (trx) => {
        const adminIds = new Set(await lockActiveAdmins(trx, engine))
        const locked = await lockStatus(trx, engine, chunk.map(toId))
        // Also where nothing is done, which records no event. After the locks: two admins who suspend each other must not deadlock.
        await assertSessionActive(trx, engine, caller, clock())
        const rows = new Map(locked.map((row) => [row.id, row]))
        const done: Result[] = []
        for (const id of chunk) {
          const row = rows.get(toId(id))
          done.push({ id, refusal: row ? await setStatus(trx, caller, row, change, adminIds) : noSuchUserError() })
        }
        return done
      })
      results.push(...chunkResults)
    }
    const [first] = results
    if (results.length === 1 && first?.refusal) throw first.refusal
    return results
  }

  /** Returns why the user is refused. */
  async function setStatus(
    trx: Db,
    caller: Principal,
    row: Awaited<ReturnType<typeof lockStatus>>[number],
    { action, reason }: Omit<Input, 'ids'>,
    adminIds: Set<number>,
  ): Promise<DomainError | undefined> {
    const { id, status, suspension } = row
    const isSuspending = action === 'suspend'
    if (id === caller.userId && isSuspending) return new DomainError('conflict', 'You cannot suspend your own account.')
    if (!mayManage(caller, row))
      return new DomainError('forbidden', `An API token cannot ${action} an account that signs in to the console.`)
    if (isSuspending && adminIds.size === 1 && adminIds.has(id))
      return new DomainError('conflict', 'The last admin who can sign in cannot be suspended.')
    if (isSuspending === (status === SUSPENDED_STATUS)) return undefined
    if (isSuspending) {
      const now = clock().getTime()
      const details = { at: now, by: caller.userId, reason: reason ?? null, before: status }
      await updateStatus(trx, id, SUSPENDED_STATUS, JSON.stringify(details))
      if (row.password_hash !== null) await revokeCredentials(trx, id)
      adminIds.delete(id)
    } else {
      // Whoever was suspended elsewhere has no status to put back.
      await updateStatus(trx, id, suspension === null ? ACTIVE_STATUS : parseSuspension(suspension).before, null)
    }
    const event = isSuspending ? 'user.suspended' : 'user.reactivated'
    await audit.record(trx, { event, actor: caller, userId: id, reason })
    return undefined
  }

  return setUserStatus
}
