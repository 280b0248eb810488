import type { Db, Engine } from '#server/db/client.ts'
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
  const account = await trx
    .selectFrom([apiToken === undefined ? 'sessions as credential' : 'machine_tokens as credential', 'users'])
    .select(['users.role', 'users.status', 'users.password_hash'])
    .whereRef('users.id', '=', 'credential.user_id')
    .where('credential.token_hash', '=', hideFromPlanner(tokenHash))
    .where('credential.expires_at', '>', now.getTime())
    .$if(engine === 'postgres', (query) => query.forKeyShare('credential'))
    .executeTakeFirst()
  if (account === undefined || !canSignIn(account)) throw sessionEndedError()
}

export function sessionEndedError(): DomainError {
  return new DomainError('unauthorized', 'Your session has ended. Please sign in again.')
}
