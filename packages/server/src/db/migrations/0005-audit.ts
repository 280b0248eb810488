import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

const REFUSAL_MESSAGE = 'the audit log can only be added to'
const DAY_SECONDS = 24 * 60 * 60

/** More recent rows cannot be deleted, regardless of the server's setting. */
const RETENTION_SECONDS = 90 * DAY_SECONDS

/** Creates the audit log, with triggers that refuse changes to its rows and deletions of recent ones. */
export function audit(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await createAuditEvents(db, engine)
      if (engine === 'postgres') await protectOnPostgres(db)
      else await protectOnSqlite(db)
    },
  }
}

async function createAuditEvents(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const isPostgres = engine === 'postgres'
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  const integer = isPostgres ? sql`bigint` : sql`integer`
  await db.schema
    .createTable('audit_events')
    .addColumn('id', integer, (column) =>
      isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('at', 'bigint', required)
    .addColumn('event', text, required)
    .addColumn('actor', text, required)
    .addColumn('actor_id', integer)
    .addColumn('target_type', text)
    .addColumn('target_id', integer)
    .addColumn('email_mac', text)
    .addColumn('ip', text)
    .addColumn('request_id', text)
    .addColumn('detail', text)
    .execute()
  await db.schema.createIndex('audit_events_by_time').on('audit_events').column('at').execute()
}

async function protectOnSqlite(db: Kysely<Schema>): Promise<void> {
  const refuse = sql`select raise(abort, ${sql.lit(REFUSAL_MESSAGE)})`
  const recentSql = sql`old.at > (cast(strftime('%s', 'now') as integer) - ${sql.lit(RETENTION_SECONDS)}) * 1000`
  await sql`create trigger audit_events_keep before update on audit_events begin ${refuse}; end`.execute(db)
  await sql`create trigger audit_events_stay before delete on audit_events when ${recentSql} begin ${refuse}; end`.execute(
    db,
  )
}

async function protectOnPostgres(db: Kysely<Schema>): Promise<void> {
  const recentSql = sql`old.at > (extract(epoch from now()) - ${sql.lit(RETENTION_SECONDS)}) * 1000`
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${REFUSAL_MESSAGE}'; end`)}`.execute(db)
  await sql`create trigger audit_events_keep before update on audit_events
    for each row execute function refuse_audit_change()`.execute(db)
  await sql`create trigger audit_events_stay before delete on audit_events
    for each row when (${recentSql}) execute function refuse_audit_change()`.execute(db)
  await sql`create trigger audit_events_remain before truncate on audit_events
    for each statement execute function refuse_audit_change()`.execute(db)
}
