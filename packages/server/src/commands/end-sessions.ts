import type { Database } from '../db/client.ts'
import { endCredentials } from '../db/end-credentials.ts'
import type { AuditLog } from '#server/security/audit-log.ts'
import { withServerDatabase } from './server-database.ts'

/** Signs every admin out, as after a restored backup or a leak. */
export async function endSessions(): Promise<void> {
  await withServerDatabase(({ database, audit }) => endAllSessions(database, audit, 'command'))
  process.stderr.write('All sessions and the codes on their way have ended: every admin signs in again.\n')
}

export async function endAllSessions(database: Database, audit: AuditLog, detail: 'command' | 'restore') {
  await database.transaction(async (trx) => {
    await endCredentials(trx)
    await audit.record(trx, { event: 'sessions.ended', by: 'operator', detail })
  })
}
