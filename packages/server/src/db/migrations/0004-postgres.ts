import { type Kysely, sql } from 'kysely'
import { OperatorError } from '#server/domain/operator-error.ts'
import type { Schema } from '../schema.ts'

/**
 * Keeps the counts as a log: writers append differences and readers add them up, so that no two writers wait for each
 * other. `user-counts.repo.ts` compacts the log.
 */
export async function countUsersOnPostgres(db: Kysely<Schema>): Promise<void> {
  const statements = [
    `create table user_counts (id bigint generated always as identity,
       status text collate "C" not null, role text collate "C" not null, users bigint not null)`,
    `insert into user_counts (status, role, users)
       select coalesce(status, ''), coalesce(role, ''), count(*) from users group by 1, 2`,
    `create function count_users() returns trigger language plpgsql as $$
     begin
       if tg_op = 'TRUNCATE' then
         delete from user_counts;
       elsif tg_op = 'INSERT' then
         insert into user_counts (status, role, users)
           select coalesce(status, ''), coalesce(role, ''), count(*) from added group by 1, 2;
       elsif tg_op = 'DELETE' then
         insert into user_counts (status, role, users)
           select coalesce(status, ''), coalesce(role, ''), -count(*) from removed group by 1, 2;
       else
         insert into user_counts (status, role, users)
           select status, role, sum(users) from (
             select coalesce(status, '') as status, coalesce(role, '') as role, 1 as users from added
             union all
             select coalesce(status, ''), coalesce(role, ''), -1 from removed
           ) as change group by 1, 2;
       end if;
       return null;
     end $$`,
    `create trigger users_added after insert on users
       referencing new table as added for each statement execute function count_users()`,
    `create trigger users_removed after delete on users
       referencing old table as removed for each statement execute function count_users()`,
    `create trigger users_changed after update on users
       referencing new table as added old table as removed for each statement execute function count_users()`,
    `create trigger users_emptied after truncate on users for each statement execute function count_users()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Indexes each order and its reverse, since in both, users without a value come last and equal ones by ascending id. */
export async function indexUsersOnPostgres(db: Kysely<Schema>): Promise<void> {
  const trigrams = await trigramOperators(db)
  // The columns are generated, since PostgreSQL answers from an index alone only for columns. A separator that no folded text
  // contains keeps matches from spanning two texts.
  await sql`
    alter table users
      add column joined bigint generated always as (coalesce(joined_at, created_at)) stored,
      add column search_text text collate "C" generated always as (
        coalesce(name_folded, '') || U&'\\034F' || coalesce(email_folded, '') || U&'\\034F' || id::text) stored
  `.execute(db)
  await sql`create index users_by_trigram on users using gin (search_text ${trigrams})`.execute(db)
  const orders = [
    ['name', 'name_folded', 'include (status, role)'],
    ['email', 'email_folded', 'include (status, role)'],
    ['joined', 'joined', 'include (status, role)'],
    ['age', 'age', ''],
    ['gender', 'gender_folded', ''],
    ['status', 'status_folded', ''],
    ['role', 'role_folded', ''],
  ] as const
  for (const [name, key, more] of orders) {
    await sql.raw(`create index users_by_${name} on users (${key}, id) ${more}`).execute(db)
    await sql.raw(`create index users_by_${name}_down on users (${key} desc nulls last, id) ${more}`).execute(db)
  }
}

/** Finds the schema of pg_trgm's operators. Throws `OperatorError`. */
async function trigramOperators(db: Kysely<Schema>) {
  const schema = (await trigramSchema(db)) ?? (await createTrigrams(db))
  return sql.id(schema, 'gin_trgm_ops')
}

async function createTrigrams(db: Kysely<Schema>): Promise<string> {
  try {
    await sql`create extension pg_trgm`.execute(db)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new OperatorError(
      `Searching users needs PostgreSQL's extension pg_trgm, and it could not be made: ${error.message}. ` +
        'Ask the owner of the database to run CREATE EXTENSION pg_trgm in it, then start again.',
      { cause: error },
    )
  }
  const schema = await trigramSchema(db)
  if (schema === undefined) throw new Error('pg_trgm was made and is not there.')
  return schema
}

async function trigramSchema(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`
    select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db)
  return rows[0]?.schema
}
