import { timingSafeEqual } from 'node:crypto'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import { DomainError, fieldError } from '#server/domain/domain-error.ts'
import type { ClientInfo, ResetPrincipal } from '#server/domain/principal.ts'
import { CLOCK_SKEW_MS, MINUTE } from '#server/domain/time.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { canSignIn } from '#server/security/account-rules.ts'
import { changePassword, deletePendingReset } from '#server/security/account.repo.ts'
import { ipBlock } from '#server/security/limits/ip-block.ts'
import { requesterDigest } from '#server/security/limits/known-blocks.ts'
import { type Limit, usesByIp } from '#server/security/limits/limiter.ts'
import { newPasswordProblem } from '#server/security/new-password.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { hashToken, newToken } from '#server/security/token.ts'
import { CODE_MS, codeMac } from './one-time-code.ts'
import { countAttempt, deleteExpiredResets, findTokenOwner, exchangeCode, consumeToken } from './password-reset.repo.ts'

const RESET_TOKEN_MS = 10 * MINUTE

const REQUEST_PER_IP: Limit = { name: 'forgotPassword address', max: 30, windowMs: 15 * MINUTE }
const VERIFY_PER_IP: Limit = { name: 'verifyOtp address', max: 30, windowMs: 15 * MINUTE }
const RESET_PER_IP: Limit = { name: 'resetPassword address', max: 10, windowMs: 15 * MINUTE }

export function createPasswordResetService(deps: ServiceDeps) {
  const { database, hasher, clock, key, limiter, audit, blocks } = deps
  const { db, transaction } = database

  const digestRequester = (client: ClientInfo) => requesterDigest(key, ipBlock(client.ip))

  /** Does the same for every email address; whether a mail is sent is decided after the response. */
  async function forgotPassword(email: string, client: ClientInfo): Promise<void> {
    await transaction(async (trx) => {
      await limiter.consume(trx, usesByIp(REQUEST_PER_IP, client.ip))
      const now = clock().getTime()
      await insertMail(trx, { kind: 'reset_code', recipient: email, now, requesterDigest: digestRequester(client) })
      await audit.recordCapped(trx, { event: 'code.requested', actor: { client }, emailKey: uniqueKey(email) })
    })
  }

  /** Exchanges a code for a reset token. All refusals are identical and take the same work. */
  async function verifyOtp(email: string, code: string, client: ClientInfo): Promise<string> {
    const emailKey = uniqueKey(email)
    const now = clock().getTime()
    const { countedUses, codes } = await transaction(async (trx) => ({
      countedUses: await limiter.consume(trx, usesByIp(VERIFY_PER_IP, client.ip)),
      codes: await countAttempt(trx, {
        emailKey,
        requesterDigest: digestRequester(client),
        now,
        latestExpiry: now + CODE_MS + CLOCK_SKEW_MS,
      }),
    }))
    const dummyCode = { user_id: 0, asked_from: '', code_mac: codeMac(key, 0, '') }
    const typedMac = codeMac(key, codes[0]?.user_id ?? 0, code)
    const isTyped = ({ code_mac }: { code_mac: string | null }) =>
      timingSafeEqual(Buffer.from(typedMac), Buffer.from(code_mac ?? dummyCode.code_mac))
    const match = (codes.length > 0 ? codes : [dummyCode]).find(isTyped)
    if (match === undefined || match === dummyCode) {
      await recordFailure(emailKey, codes[0]?.user_id, client)
      throw wrongCodeError()
    }

    const token = newToken()
    const exchange = {
      userId: match.user_id,
      requesterDigest: match.asked_from,
      codeMac: typedMac,
      tokenHash: hashToken(token),
      expiresAt: now + RESET_TOKEN_MS,
    }
    const isExchanged = await transaction(async (trx) => {
      const isFirst = await exchangeCode(trx, exchange)
      if (isFirst) await audit.record(trx, { event: 'code.verified', actor: { client }, userId: exchange.userId })
      return isFirst
    })
    if (!isExchanged) {
      await recordFailure(emailKey, exchange.userId, client)
      throw wrongCodeError()
    }
    await transaction((trx) => limiter.undo(trx, countedUses))
    return token
  }

  async function recordFailure(emailKey: string, userId: number | undefined, client: ClientInfo): Promise<void> {
    const failure = { event: 'code.failed', actor: { client }, emailKey, userId } as const
    await transaction((trx) => audit.recordCapped(trx, failure))
  }

  async function authenticate(token: string, client: ClientInfo): Promise<ResetPrincipal> {
    const resetTokenHash = hashToken(token)
    const now = clock().getTime()
    const owner = await findTokenOwner(db, resetTokenHash, { now, latestExpiry: now + RESET_TOKEN_MS + CLOCK_SKEW_MS })
    if (owner === undefined || !canSignIn(owner)) throw resetEndedError()
    const { id, email, first_name, last_name } = owner
    return { userId: id, email, firstName: first_name, lastName: last_name, resetTokenHash, client }
  }

  async function resetPassword(caller: ResetPrincipal, password: string): Promise<void> {
    const { userId, email, resetTokenHash: tokenHash } = caller
    const uses = usesByIp(RESET_PER_IP, caller.client.ip)
    const countedUses = await transaction((trx) => limiter.consume(trx, uses))
    // Checked before the token is used up, so that a rejected password only costs another attempt.
    const problem = await newPasswordProblem(password, caller)
    if (problem) throw fieldError('unprocessable', 'newPassword', problem)
    const passwordHash = await hasher.hash(password)

    await transaction(async (trx) => {
      const now = clock().getTime()
      const isChanged = await changePassword(trx, { userId, passwordHash })
      if (!isChanged || !(await consumeToken(trx, { userId, tokenHash, now }))) throw resetEndedError()
      await deletePendingReset(trx, userId)
      await audit.record(trx, { event: 'password.reset', actor: caller, userId })
      if (email === null) return
      await blocks.rememberNewPassword(trx, email, caller.client.ip, passwordHash)
      await insertMail(trx, { kind: 'password_reset', recipient: email, now })
    })
    await transaction((trx) => limiter.undo(trx, countedUses))
  }

  const sweep = () => deleteExpiredResets(db, clock().getTime())

  return { forgotPassword, verifyOtp, authenticate, resetPassword, sweep }
}

function wrongCodeError(): DomainError {
  return new DomainError('unauthorized', 'This code is wrong or no longer valid. You can ask for a new one.')
}

function resetEndedError(): DomainError {
  return new DomainError('unauthorized', 'Your reset is no longer valid. Please ask for a new code.')
}
