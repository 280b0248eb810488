import { type Kysely, sql } from 'kysely'
import { OperatorError } from '#server/domain/operator-error.ts'
import type { Schema } from '../schema.ts'
import { execute, TYPES } from './0001-first-release.ts'

/** The columns by which an index tells who passes the filters. */
const FILTERED = 'status, role, gender, profile_completed'
const ALL = `joined, age, ${FILTERED}, search_text`

const ORDERS = [
  ['name', 'name_folded', ALL],
  ['email', 'email_folded', ALL],
  ['joined', 'joined', `age, ${FILTERED}`],
  ['age', 'age', `joined, ${FILTERED}, search_text`],
  ['gender', 'gender_folded', ALL],
  ['status', 'status_folded', ALL],
  ['role', 'role_folded', ALL],
] as const

const COUNT_COLUMNS = 'status, role, users, not_completed, under_16_or_not_set'

/** Returns SQL that counts the rows of a table of users by status and role; `sign` is `-` for users who are gone. */
const countRows = (table: string, sign = '') => `
  insert into user_counts (${COUNT_COLUMNS})
    select coalesce(status, ''), coalesce(role, ''), ${sign}count(*),
      ${sign}count(*) filter (where profile_completed is distinct from 1),
      ${sign}count(*) filter (where age is null or age < 16)
    from ${table} group by 1, 2;`

/**
 * Keeps the counts as a log: writers append differences and readers add them up, so that no two writers wait for each other.
 * `user-counts.repo.ts` compacts the log.
 */
const COUNT_STATEMENTS = [
  'drop table if exists user_counts',
  `create table user_counts (id bigint generated always as identity, status ${TYPES.postgres.text} not null,
     role ${TYPES.postgres.text} not null, users bigint not null, not_completed bigint not null,
     under_16_or_not_set bigint not null)`,
  countRows('users'),
  `create or replace function count_users() returns trigger language plpgsql as $$
   begin
     if tg_op = 'TRUNCATE' then
       delete from user_counts;
     end if;
     if tg_op in ('INSERT', 'UPDATE') then ${countRows('added')}
     end if;
     if tg_op in ('DELETE', 'UPDATE') then ${countRows('removed', '-')}
     end if;
     return null;
   end $$`,
  ...Object.entries({
    added: 'insert on users referencing new table as added',
    removed: 'delete on users referencing old table as removed',
    changed: 'update on users referencing new table as added old table as removed',
    emptied: 'truncate on users',
  }).flatMap(([name, when]) => [
    `drop trigger if exists users_${name} on users`,
    `create trigger users_${name} after ${when} for each statement execute function count_users()`,
  ]),
]

const PROGRAM_LIMIT_EXCEEDED = '54000'

/**
 * Lets searches read indexes instead of users, and names a constraint after its columns, as all others are. Throws
 * `OperatorError` for a name or email address of more than about 1,200 bytes, which does not fit into an index twice. The
 * queries are in `user-filter.repo.ts` and `user-pages.repo.ts`.
 *
 * | index                               | query                                                                             |
 * | ----------------------------------- | --------------------------------------------------------------------------------- |
 * | users_by_ORDER, users_by_ORDER_down | a page in this order, ids ascending among equal users (`scanSortIndex`), and all  |
 * |                                     | users in it (`userChunks`); who does not match a filter or a search is not read   |
 * | … joined                            | also the range of dates, and the counts of ranges (`countJoined`); has no texts   |
 * | users_by_id                         | a filtered page by id; texts are read only of users who pass                      |
 * | users_by_filter                     | a search among the users of a status, with or without a role; the numbers of      |
 * |                                     | users with each value (`countFacetGroups`)                                        |
 * | users_by_trigram                    | a search for three or more characters                                             |
 * | users_by_letter_pair                | a search for two characters: pg_trgm finds nothing shorter than three             |
 * | users_by_letter                     | a search for a rare letter; a common one is in too many texts for an index        |
 */
export async function indexSearchesOnPostgres(db: Kysely<Schema>): Promise<void> {
  await execute(db, COUNT_STATEMENTS)
  await sql`alter table positions rename constraint positions_by_name to positions_category_id_name_key_key`.execute(db)
  // A high cost makes PostgreSQL look the pairs up instead of computing them for every text.
  await sql`
    create function user_letter_pairs(searched text) returns text[]
    language sql immutable strict parallel safe cost 100000 as $$
      select array(
        select distinct substr(searched, place, 2) from generate_series(1, length(searched) - 1) as place
      )
    $$`.execute(db)
  const { rows } = await sql<{ id: number; bytes: number }>`
    select id, octet_length(search_text) as bytes from users order by bytes desc limit 1`.execute(db)
  try {
    await execute(db, [
      'create index users_by_letter_pair on users using gin (user_letter_pairs(search_text))',
      `create index users_by_id on users (id) include (joined, age, ${FILTERED})`,
      'create index users_by_letter on users using gin (string_to_array(search_text, null))',
      'create index users_by_filter on users (status, role, gender, age, profile_completed) include (id, joined, search_text)',
      ...ORDERS.flatMap(([name, key, more]) => [
        `drop index if exists users_by_${name}`,
        `drop index if exists users_by_${name}_down`,
        `create index users_by_${name} on users (${key}, id) include (${more})`,
        `create index users_by_${name}_down on users (${key} desc nulls last, id) include (${more})`,
      ]),
    ])
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === PROGRAM_LIMIT_EXCEEDED)) throw error
    // As long as a transaction of any database is older than the shortened name, the long one is indexed too.
    const isOld = (rows[0]?.bytes ?? 0) <= 1200
    const user = isOld ? 'user before its last change' : `user such as ${rows[0]?.id}`
    const problem = `The name or email address of a ${user} is too long for PostgreSQL's indexes: ${error.message}`
    const advice = isOld ? 'Run "vacuum users"' : 'Shorten it'
    throw new OperatorError(`${problem}. ${advice}, then start again.`, { cause: error })
  }
  // Collects statistics of the letters.
  await sql`analyze users`.execute(db)
}
