import type { Database } from '#server/db/client.ts'
import { replayErasures } from '#server/modules/erasures/replay.service.ts'
import { revokeAllCredentials } from '#server/security/account.repo.ts'
import type { AuditLog } from '#server/security/audit/audit-log.ts'
import { type CommandServices, withServerDatabase } from './server-database.ts'
import { print } from './terminal.ts'

/** Revokes the credentials of all admins, for use after a leak. */
export async function endSessions(): Promise<void> {
  await withServerDatabase(async (services) => {
    await endAllSessions(services.database, services.audit, 'command')
    await eraseAgain(services)
    print(
      `Revoked all sessions, one-time codes, recovery codes, passkeys and API tokens (data: ${services.data}). Every admin has to sign in again.`,
    )
  })
}

export async function endAllSessions(database: Database, audit: AuditLog, detail: 'command' | 'restore') {
  await database.transaction(async (trx) => {
    await revokeAllCredentials(trx)
    await audit.record(trx, { event: 'sessions.ended', actor: 'operator', detail })
  })
}

/** Erases who is in the ledger and back in the database. A short ledger is left for the next start, which refuses to serve. */
export async function eraseAgain(services: CommandServices): Promise<void> {
  for (const sentence of await replayErasures(services, { ifShort: 'leave' })) print(sentence)
}
