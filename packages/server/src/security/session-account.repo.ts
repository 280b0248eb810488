import type { Engine } from '#server/db/client.ts'
import { type Arg, compiledQuery, hideFromPlanner } from '#server/db/compiled-query.ts'

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

/** Selects the account of a session or API token that has not expired, and on PostgreSQL locks the session or token. */
export const selectSessionAccount = { sqlite: accountQueries('sqlite'), postgres: accountQueries('postgres') }
