import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { execute } from './0001-first-release.ts'

const FILTERED_BESIDE_AGE = 'status, role, gender, profile_completed'
const FILTERED = `age, ${FILTERED_BESIDE_AGE}`

const ORDERS = [
  ['name', 'name_folded', `email_folded, ${FILTERED}`],
  ['email', 'email_folded', `name_folded, ${FILTERED}`],
  ['joined', 'coalesce(joined_at, created_at)', FILTERED],
  ['age', 'age', FILTERED_BESIDE_AGE],
  ['gender', 'gender_folded', FILTERED],
  ['status', 'status_folded', FILTERED],
  ['role', 'role_folded', FILTERED],
] as const

/** Returns SQL for the texts of a user, separated by a mark that no folded text contains, so that no match spans two. */
const separatedTexts = (row: string) =>
  `coalesce(${row}name_folded, '') || char(847) || coalesce(${row}email_folded, '') || char(847) || ${row}id`

const TEXT_COLUMNS = `id, text, joined, ${FILTERED}`
const textValues = (row: string) =>
  `${row}id, ${separatedTexts(row)}, coalesce(${row}joined_at, ${row}created_at), ${row}age, ${row}status, ${row}role,
   ${row}gender, ${row}profile_completed`

const COUNT_COLUMNS = 'status, role, users, not_completed, under_16_or_not_set'
const countKey = (row: string) => `coalesce(${row}status, ''), coalesce(${row}role, '')`
const isNotCompleted = (row: string) => `(${row}profile_completed is not 1)`
const isUnder16OrNotSet = (row: string) => `(coalesce(${row}age, 0) < 16)`

const ADD = `
  insert into user_texts (${TEXT_COLUMNS}) values (${textValues('new.')});
  insert into user_trigrams (rowid, text) values (new.id, ${separatedTexts('new.')});
  insert into user_counts (${COUNT_COLUMNS})
    values (${countKey('new.')}, 1, ${isNotCompleted('new.')}, ${isUnder16OrNotSet('new.')})
    on conflict do update set users = users + 1, not_completed = not_completed + excluded.not_completed,
      under_16_or_not_set = under_16_or_not_set + excluded.under_16_or_not_set;`

const REMOVE = `
  delete from user_texts where id = old.id;
  delete from user_trigrams where rowid = old.id;
  update user_counts set users = users - 1, not_completed = not_completed - ${isNotCompleted('old.')},
    under_16_or_not_set = under_16_or_not_set - ${isUnder16OrNotSet('old.')}
    where (status, role) = (${countKey('old.')});`

const FILL_TEXTS = `insert into user_texts (${TEXT_COLUMNS}) select ${textValues('')} from users order by id`

/** Fills the tables of texts anew, which is faster than their triggers if most texts have changed. */
export const REFILL_TEXTS_ON_SQLITE = [
  'delete from user_texts',
  FILL_TEXTS,
  "insert into user_trigrams (user_trigrams) values ('delete-all')",
  'insert into user_trigrams (rowid, text) select id, text from user_texts',
] as const

/**
 * Lets searches read narrow tables and indexes instead of users, and drops `user_version`, which nothing reads. The queries are
 * in `user-filter.repo.ts` and `user-pages.repo.ts`.
 *
 * | index or table                        | query                                                                            |
 * | ------------------------------------- | -------------------------------------------------------------------------------- |
 * | users_by_ORDER, users_by_ORDER_down   | a page in this order, ids ascending among equal users (`scanSortIndex`), and all |
 * |                                       | users in it (`userChunks`); users whom a filter leaves out are not read          |
 * | … name, email                         | also a search: each has both texts                                               |
 * | … joined                              | also the range of dates, and the counts of ranges (`countJoined`)                |
 * | user_texts                            | a search, with and without filters and sorted by id, name, joined or age; a page |
 * |                                       | by id, whose first id it finds (`idRangeQuery`)                                  |
 * | user_texts_by_filter                  | a search among the users of a status, with or without a role; the numbers of     |
 * |                                       | users with each value (`countFacetGroups`), which it groups without sorting      |
 * | user_trigrams                         | a search for three or more characters with few matches (`idsByTrigrams`)         |
 * | user_trigram_terms                    | the same for one or two characters: the trigrams that begin with them            |
 * | user_counts                           | users by status and role (`readCounts`)                                          |
 */
export async function indexSearchesOnSqlite(db: Kysely<Schema>): Promise<void> {
  await execute(db, [
    ...['added', 'removed', 'changed'].map((change) => `drop trigger if exists users_${change}`),
    ...['user_version', 'user_texts', 'user_counts'].map((table) => `drop table if exists ${table}`),
    // Updating each row would leave its pages half empty, and every search reads all of them.
    `create table user_texts (id integer primary key, text text not null, joined integer not null, status text, role text,
       age integer, gender text, profile_completed integer)`,
    FILL_TEXTS,
    `create table user_counts (status text not null, role text not null, users integer not null,
       not_completed integer not null, under_16_or_not_set integer not null, primary key (status, role)) without rowid`,
    `insert into user_counts (${COUNT_COLUMNS})
       select ${countKey('')}, count(*), sum(${isNotCompleted('')}), sum(${isUnder16OrNotSet('')}) from users group by 1, 2`,
    `create trigger users_added after insert on users begin ${ADD} end`,
    `create trigger users_removed after delete on users begin ${REMOVE} end`,
    `create trigger users_changed after update of id, name_folded, email_folded, joined_at, created_at, ${FILTERED}
       on users begin ${REMOVE} ${ADD} end`,
    ...ORDERS.flatMap(([name, key, more]) => [
      `drop index if exists users_by_${name}`,
      `drop index if exists users_by_${name}_down`,
      `create index users_by_${name} on users (${key}, id, ${more})`,
      `create index users_by_${name}_down on users (${key} desc, id, ${more})`,
    ]),
    'create virtual table user_trigram_terms using fts5vocab (user_trigrams, row)',
    'create index user_texts_by_filter on user_texts (status, role, gender, age, profile_completed, joined, text)',
  ])
}
