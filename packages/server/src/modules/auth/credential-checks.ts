import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { createAdmission } from '#server/capacity/shared-capacity.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ClientInfo } from '#server/domain/principal.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { customerBlock } from '#server/security/limits/ip-block.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import type { Attempt, SignInLimits } from './sign-in-limits.service.ts'

const MAX_CONCURRENT = availableParallelism()
/** Sign-ins that may wait; any further one gets `unavailable`. */
const MAX_WAITING = 32
const MAX_PER_CUSTOMER_BLOCK = 16

interface Failure {
  event: 'sign_in.failed' | 'two_factor.failed' | 'identity.refused'
  /** Stored as a digest, since a password may have been typed into the wrong field. */
  emailKey?: string
  account: { id: number; email: string | null } | undefined
  client: ClientInfo
}

export type AuthDeps = ServiceDeps & { limits: SignInLimits }

export type CredentialChecks = ReturnType<typeof createCredentialChecks>

/** Creates what every check of a password or a code needs, at sign-in or later: a queue, counted attempts and their record. */
export function createCredentialChecks({ database, clock, limits, audit }: AuthDeps) {
  /** Bounds concurrent sign-ins: each writes to the disk, and on SQLite all other writes wait for it. */
  const limitConcurrency = pLimit(MAX_CONCURRENT)
  const admit = createAdmission({
    total: MAX_CONCURRENT + MAX_WAITING,
    perClient: MAX_PER_CUSTOMER_BLOCK,
    message: 'Too many sign-ins at once.',
  })
  const enqueue = <T>({ ip }: ClientInfo, work: () => Promise<T>) =>
    admit(customerBlock(ip), () => limitConcurrency(work))

  /** Uncounts the attempt after an error such as a full disk: a correct password or code must not count as wrong. */
  async function undoOnError<T>(attempt: Attempt, check: () => Promise<T>): Promise<T> {
    try {
      return await check()
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === 'unauthorized')) await limits.undo(attempt)
      throw error
    }
  }

  async function countPasswordAttempt(emailKey: string, passwordHash: string, client: ClientInfo) {
    try {
      return await limits.countPasswordAttempt(emailKey, client.ip, passwordHash)
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'too_many_requests') {
        await audit.recordRateLimited({ event: 'sign_in.limited', actor: { client }, emailKey })
      }
      throw error
    }
  }

  async function recordFailure(attempt: Attempt, { account, client, ...entry }: Failure): Promise<void> {
    await database.transaction(async (trx) => {
      await audit.recordCapped(trx, { ...entry, actor: { client }, userId: account?.id })
      const kind = await limits.noticeOf(trx, attempt)
      if (kind && account?.email) await insertMail(trx, { kind, recipient: account.email, now: clock().getTime() })
    })
  }

  return { enqueue, undoOnError, countPasswordAttempt, recordFailure }
}
