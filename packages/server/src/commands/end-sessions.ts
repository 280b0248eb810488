import type { Database } from '#server/db/client.ts'
import { revokeAllCredentials } from '#server/security/account.repo.ts'
import type { AuditLog } from '#server/security/audit/audit-log.ts'
import { withServerDatabase } from './server-database.ts'
import { print } from './terminal.ts'

/** Revokes the credentials of all admins, for use after a leak. */
export async function endSessions(): Promise<void> {
  await withServerDatabase(({ database, audit }) => endAllSessions(database, audit, 'command'))
  print('Revoked all sessions, one-time codes, recovery codes and API tokens. Every admin has to sign in again.')
}

export async function endAllSessions(database: Database, audit: AuditLog, detail: 'command' | 'restore') {
  await database.transaction(async (trx) => {
    await revokeAllCredentials(trx)
    await audit.record(trx, { event: 'sessions.ended', actor: 'operator', detail })
  })
}
