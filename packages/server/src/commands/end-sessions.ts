import type { Database } from '#server/db/client.ts'
import { revokeAllCredentials } from '#server/db/queries/revoke-all-credentials.ts'
import type { AuditLog } from '#server/security/audit/audit-log.ts'
import { hasSecretsOfOtherKey, OTHER_KEY_MESSAGE } from '#server/security/two-factor.ts'
import { withServerDatabase } from './server-database.ts'

/** Signs all admins out, for use after a leak. */
export async function endSessions(): Promise<void> {
  const hasOtherKey = await withServerDatabase(async ({ database, audit, key }) => {
    await endAllSessions(database, audit, 'command')
    return hasSecretsOfOtherKey(database.db, key)
  })
  process.stderr.write(
    'All sessions, pending codes, recovery codes and API tokens were invalidated: every admin has to sign in again.\n',
  )
  if (hasOtherKey) process.stderr.write(`${OTHER_KEY_MESSAGE}\n`)
}

export async function endAllSessions(database: Database, audit: AuditLog, detail: 'command' | 'restore') {
  await database.transaction(async (trx) => {
    await revokeAllCredentials(trx)
    await audit.record(trx, { event: 'sessions.ended', by: 'operator', detail })
  })
}
