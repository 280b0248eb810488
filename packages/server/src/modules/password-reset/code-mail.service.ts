import { RESEND_SECONDS } from '@rapport/core/auth/password-reset.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { DAY, HOUR, SECOND } from '#server/domain/time.ts'
import { composeCodeMail, type Mail, composeResetStoppedMail } from '#server/mail/mail-texts.ts'
import type { MailJob, MailKind, Withheld } from '#server/mail/outbox.ts'
import { canSignIn } from '#server/security/account-rules.ts'
import { findAccount } from '#server/security/account.repo.ts'
import type { Limit } from '#server/security/limits/limiter.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { CODE_MINUTES, CODE_MS, codeMac, newCode } from './one-time-code.ts'
import { replaceCode } from './password-reset.repo.ts'

/** A second shorter than the countdown of the clients, so that a new code is available when the countdown ends. */
const RESEND: Limit = { name: 'code resend', max: 1, windowMs: (RESEND_SECONDS - 1) * SECOND }
const PER_HOUR: Limit = { name: 'code hour', max: 5, windowMs: HOUR }
const PER_DAY: Limit = { name: 'code day', max: 10, windowMs: DAY }
/** Requests from all unknown IP blocks together, after the first of each block and day. */
const REPEATED_FROM_UNKNOWN: Limit = { name: 'codes day', max: 5, windowMs: DAY }
/** The first requests of the day from all unknown IP blocks together. */
const FIRST_FROM_UNKNOWN: Limit = { name: 'first codes day', max: 10, windowMs: DAY }

/** Creates the mails with one-time codes, each generated when its mail is sent, if the account may have one. */
export function createCodeMails({ database, clock, key, limiter, audit, blocks }: ServiceDeps): MailKind {
  const { db, transaction } = database

  /**
   * Counts a request by typed email address, whether an account has it or not, and by IP block. Returns false above a limit.
   * Strangers' requests cannot use up those of the owner at a known IP block.
   */
  async function mayRequestCode(emailKey: string, requesterDigest: string, isKnown: boolean): Promise<boolean> {
    const uses = [RESEND, PER_HOUR, PER_DAY].map((limit) => ({ limit, subject: [emailKey, requesterDigest] }))
    try {
      await transaction(async (trx) => {
        const countedUses = await limiter.consume(trx, uses)
        if (isKnown) return
        const isFirst = countedUses.some(({ limit, hits }) => limit === PER_DAY && hits === 1)
        await limiter.consume(trx, [
          { limit: isFirst ? FIRST_FROM_UNKNOWN : REPEATED_FROM_UNKNOWN, subject: [emailKey] },
        ])
      })
      return true
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'too_many_requests') return false
      throw error
    }
  }

  async function compose(job: MailJob): Promise<Mail | Withheld> {
    const emailKey = uniqueKey(job.recipient)
    const requesterDigest = job.requesterDigest ?? ''
    const account = await findAccount(db, emailKey)
    const passwordHash = account?.password_hash ?? ''
    const isKnown =
      account !== undefined && (await blocks.isKnown(db, { emailKey, block: requesterDigest, passwordHash }))
    if (job.isFirstAttempt && !(await mayRequestCode(emailKey, requesterDigest, isKnown)))
      return { reason: 'requested too often' }
    if (account === undefined || account.email === null || !canSignIn(account)) {
      return { reason: 'no account can sign in with this address' }
    }
    const recipient = { to: account.email, firstName: account.first_name }
    return composeWithCode(recipient, { userId: account.id, requestedAt: job.requestedAt, requesterDigest, isKnown })
  }

  async function composeWithCode(
    recipient: { to: string; firstName: string | null },
    request: { userId: number; requestedAt: number; requesterDigest: string; isKnown: boolean },
  ): Promise<Mail | Withheld> {
    const code = newCode()
    const outcome = await transaction(async (trx) => {
      const result = await replaceCode(trx, {
        ...request,
        codeMac: codeMac(key, request.userId, code),
        expiresAt: clock().getTime() + CODE_MS,
      })
      if (result === 'replaced')
        await audit.record(trx, { event: 'code.issued', actor: 'server', userId: request.userId })
      return result
    })
    if (outcome === 'stopped') return composeResetStoppedMail(recipient)
    if (outcome === 'superseded') return { reason: 'a newer code has replaced it' }
    return composeCodeMail(recipient, code, CODE_MINUTES)
  }

  return { compose, maxAgeMs: CODE_MS }
}
