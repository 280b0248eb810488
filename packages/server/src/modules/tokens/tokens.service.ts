import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Scope } from '@rapport/core/api/operations.ts'
import { tokenNameInput } from '@rapport/core/auth/sign-in.ts'
import { ignoreUnwritable } from '#server/db/database-problem.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { parseInput, requireId } from '#server/domain/parse-input.ts'
import type { ClientInfo, Principal } from '#server/domain/principal.ts'
import { CLOCK_SKEW_MS, DAY, MINUTE } from '#server/domain/time.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { canSignIn } from '#server/security/account-rules.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { hashToken, newApiToken } from '#server/security/token.ts'
import { deleteToken, findToken, insertToken, type ListedToken, selectTokens, touchToken } from './tokens.repo.ts'

/** The last use is written at most once a minute. */
const LAST_USE_INTERVAL_MS = MINUTE

/** Creates the service of API tokens, with which programs act for an admin as long as that admin can sign in. */
export function createTokensService({ database, clock, audit, identity }: ServiceDeps) {
  const { db } = database

  async function listTokens({ userId }: Principal): Promise<Schemas['Token'][]> {
    return (await selectTokens(db, userId)).map(toToken)
  }

  /** Returns the secret, which is not stored. Requires a confirmed identity. */
  async function createToken(caller: Principal, input: Schemas['TokenInput']): Promise<Schemas['NewToken']> {
    identity.assertConfirmed(caller)
    const { name } = parseInput(tokenNameInput, { name: input.name })
    const { userId } = caller
    const secret = newApiToken()
    const now = clock().getTime()
    const row = {
      user_id: userId,
      name,
      scopes: input.scopes.join(' '),
      token_hash: hashToken(secret),
      hint: secret.slice(-4),
      created_at: now,
      expires_at: now + input.expires_in_days * DAY,
    }
    const token = await database
      .transaction(async (trx) => {
        const insertedToken = await insertToken(trx, row)
        await audit.record(trx, { event: 'token.created', actor: caller, userId, detail: `${name}: ${row.scopes}` })
        await insertMail(trx, { kind: 'token_created', recipient: caller.email, now })
        return insertedToken
      })
      .catch(
        refuseDuplicate('machine_tokens', ['user_id', 'name'], ['name', `You already have a token named “${name}”.`]),
      )
    return { secret, token: toToken(token) }
  }

  /** Requires a confirmed identity. */
  async function revokeToken(caller: Principal, givenId: string): Promise<void> {
    identity.assertConfirmed(caller)
    const { userId } = caller
    const id = requireId(givenId, noSuchTokenError)
    await database.transaction(async (trx) => {
      const name = await deleteToken(trx, userId, id)
      if (name === undefined) throw noSuchTokenError()
      await audit.record(trx, { event: 'token.revoked', actor: caller, userId, detail: name })
    })
  }

  /** Throws `unauthorized`. */
  async function authenticate(secret: string, client: ClientInfo): Promise<Principal> {
    const tokenHash = hashToken(secret)
    const now = clock().getTime()
    const token = await findToken(db, tokenHash, { now, latestCreation: now + CLOCK_SKEW_MS })
    if (token === undefined || token.email === null || !canSignIn(token)) {
      throw new DomainError('unauthorized', 'This token is no longer valid. Please create another one.')
    }
    if (Math.abs(now - (token.last_used_at ?? 0)) >= LAST_USE_INTERVAL_MS)
      await ignoreUnwritable(touchToken(db, tokenHash, now))
    return {
      userId: token.id,
      email: token.email,
      firstName: token.first_name,
      lastName: token.last_name,
      tokenHash,
      identityConfirmedAt: 0,
      apiToken: { name: token.name, scopes: parseScopes(token.scopes) },
      client,
    }
  }

  return { listTokens, createToken, revokeToken, authenticate }
}

function toToken({ scopes, created_at, expires_at, last_used_at, ...row }: ListedToken): Schemas['Token'] {
  return {
    ...row,
    scopes: parseScopes(scopes),
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
    last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  }
}

function parseScopes(scopes: string): Scope[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `createToken`, from what the contract allows
  return scopes.split(' ') as Scope[]
}

function noSuchTokenError(): DomainError {
  return new DomainError('not_found', 'There is no such token.')
}
