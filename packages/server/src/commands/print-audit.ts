import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import { findAccount } from '#server/security/account.repo.ts'
import { emailMac } from '#server/security/audit/audit-log.ts'
import { auditChunks, auditFilter, type AuditRow } from '#server/security/audit/audit.repo.ts'
import { withServerDatabase } from './server-database.ts'
import { escapeForTerminal } from './terminal.ts'

/** `since` is in milliseconds since 1970. */
export interface AuditOptions {
  since?: number
  event?: string
  email?: string
  json?: boolean
}

export async function printAudit({ since = 0, event, email, json = false }: AuditOptions): Promise<void> {
  await withServerDatabase(async ({ database: { db }, key }) => {
    const emailKey = email === undefined ? undefined : uniqueKey(email)
    const emailFilter =
      emailKey === undefined
        ? undefined
        : {
            emailMac: emailMac(key, emailKey),
            userId: (await findAccount(db, emailKey))?.id,
          }
    for await (const rows of auditChunks(db, auditFilter(since, event, emailFilter)))
      for (const row of rows) await writeLine(json ? formatJson(row) : formatLine(row))
  })
}

function formatJson({ at, changes, ...row }: AuditRow): string {
  const parsedChanges: unknown = changes === null ? null : JSON.parse(changes)
  return JSON.stringify({ ...row, at: new Date(at).toISOString(), changes: parsedChanges })
}

function formatLine(row: AuditRow): string {
  const actor = row.actor_id === null ? row.actor : `${row.actor} ${row.actor_id}`
  const target = row.target_type === null ? '-' : `${row.target_type} ${row.target_id}`
  const cells = [new Date(row.at).toISOString(), row.event.padEnd(20), actor.padEnd(10), target.padEnd(12)]
  return escapeForTerminal([...cells, row.ip ?? '-', row.detail ?? ''].join('  ').trimEnd())
}

/** Writes a line and waits for a slow reader, so that a long log is not buffered in memory. */
async function writeLine(line: string): Promise<void> {
  if (process.stdout.write(`${line}\n`)) return
  await new Promise((resolve) => process.stdout.once('drain', resolve))
}
