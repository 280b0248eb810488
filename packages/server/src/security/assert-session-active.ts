import type { Db, Engine } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { canSignIn } from './account-rules.ts'
import { selectSessionAccount } from './session-account.repo.ts'

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
  const [account] = await selectSessionAccount[engine][credentials](trx, { tokenHash, now: now.getTime() })
  if (account === undefined || !canSignIn(account)) throw sessionEndedError()
}

export function sessionEndedError(): DomainError {
  return new DomainError('unauthorized', 'Your session has ended. Please sign in again.')
}
