import type { Db, Engine } from '#server/db/client.ts'
import { type Arg, compiledQuery } from '#server/db/compiled-query.ts'
import { hideFromPlanner } from '#server/db/hide-from-planner.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { canSignIn } from './account-rules.ts'

interface Caller {
  tokenHash: string
  apiToken?: unknown
}

/**
 * The guard checks the session when the headers arrive; the body may take another minute. Checks it again, and locks it
 * until the transaction ends. Throws `unauthorized`.
 */
export async function assertSessionActive(
  trx: Db,
  engine: Engine,
  { tokenHash, apiToken }: Caller,
  now: Date,
): Promise<void> {
  const credentials = apiToken === undefined ? 'sessions' : 'machine_tokens'
  const [account] = await selectAccount[engine][credentials](trx, { tokenHash, now: now.getTime() })
  if (account === undefined || !canSignIn(account)) throw sessionEndedError()
}

type Credentials = 'sessions' | 'machine_tokens'

const accountQuery = (engine: Engine, credentials: Credentials) =>
  compiledQuery((db, arg: Arg<{ tokenHash: string; now: number }>) =>
    db
      .selectFrom([`${credentials} as credential`, 'users'])
      .select(['users.role', 'users.status', 'users.password_hash'])
      .whereRef('users.id', '=', 'credential.user_id')
      .where('credential.token_hash', '=', hideFromPlanner(arg('tokenHash')))
      .where('credential.expires_at', '>', arg('now'))
      .$if(engine === 'postgres', (query) => query.forKeyShare('credential')),
  )

const accountQueries = (engine: Engine) => ({
  sessions: accountQuery(engine, 'sessions'),
  machine_tokens: accountQuery(engine, 'machine_tokens'),
})

const selectAccount = { sqlite: accountQueries('sqlite'), postgres: accountQueries('postgres') }

export function sessionEndedError(): DomainError {
  return new DomainError('unauthorized', 'Your session has ended. Please sign in again.')
}
