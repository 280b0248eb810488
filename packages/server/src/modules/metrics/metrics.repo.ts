import { statSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

export async function readDatabaseFigures(database: Database) {
  const { rows } = await sql<{ audit_rows: number; oldest_mail_at: number | null }>`
    select
      coalesce((select max(id) from audit_events) - (select min(id) from audit_events) + 1, 0) as audit_rows,
      (select min(created_at) from outbox) as oldest_mail_at`.execute(database.db)
  return {
    ...(await readSizes(database)),
    // The span of the ids, since counting the rows would read them all.
    auditRows: rows[0]?.audit_rows ?? 0,
    // When the oldest waiting mail was requested.
    oldestMailAt: rows[0]?.oldest_mail_at ?? undefined,
  }
}

async function readSizes({ db, engine }: Database) {
  if (engine === 'postgres') {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
    // The log belongs to all databases.
    return { databaseBytes: rows[0]?.bytes ?? 0, walBytes: undefined }
  }
  const { rows } = await sql<{ file: string; bytes: number }>`
    select file, page_count * page_size as bytes
    from pragma_database_list, pragma_page_count, pragma_page_size
    where name = 'main'`.execute(db)
  const wal = statSync(`${rows[0]?.file}-wal`, { throwIfNoEntry: false })
  return { databaseBytes: rows[0]?.bytes ?? 0, walBytes: wal?.size ?? 0 }
}
