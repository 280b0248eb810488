import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

const LABELS = [
  ['age', 'age'],
  ['gender', 'gender_folded'],
  ['status', 'status_folded'],
  ['role', 'role_folded'],
] as const

/** Returns SQL for the texts of a user, separated by a mark that no folded text contains, so that no match spans two. */
const separatedTexts = (row: string) =>
  `coalesce(${row}name_folded, '') || char(847) || coalesce(${row}email_folded, '') || char(847) || ${row}id`

const textValues = (row: string) =>
  `${row}id, ${separatedTexts(row)}, coalesce(${row}joined_at, ${row}created_at), ${row}status, ${row}role, ${row}age`

const countKey = (row: string) => `coalesce(${row}status, ''), coalesce(${row}role, '')`

const ADD = `
  insert into user_texts (id, text, joined, status, role, age) values (${textValues('new.')});
  insert into user_trigrams (rowid, text) values (new.id, ${separatedTexts('new.')});
  insert into user_counts (status, role, users) values (${countKey('new.')}, 1)
    on conflict do update set users = users + 1;`

const REMOVE = `
  delete from user_texts where id = old.id;
  delete from user_trigrams where rowid = old.id;
  update user_counts set users = users - 1 where (status, role) = (${countKey('old.')});`

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
 * | user_texts_by_filter                  | a search among the users of a status, with or without a role                     |
 * | user_trigrams                         | a search for three or more characters with few matches (`idsByTrigrams`)         |
 * | user_trigram_terms                    | the same for one or two characters: the trigrams that begin with them            |
 * | user_counts                           | users by status and role (`readCounts`)                                          |
 */
export async function indexSearchesOnSqlite(db: Kysely<Schema>): Promise<void> {
  const statements = [
    ...['added', 'removed', 'changed'].map((change) => `drop trigger users_${change}`),
    'drop table user_version',
    // Updating each row would leave its pages half empty, and every search reads all of them.
    'drop table user_texts',
    `create table user_texts
       (id integer primary key, text text not null, joined integer not null, status text, role text, age integer)`,
    `insert into user_texts (id, text, joined, status, role, age) select ${textValues('')} from users order by id`,
    `create trigger users_added after insert on users begin ${ADD} end`,
    `create trigger users_removed after delete on users begin ${REMOVE} end`,
    `create trigger users_changed after update of id, name_folded, email_folded, joined_at, created_at, status, role, age
       on users begin ${REMOVE} ${ADD} end`,
    // The orders by name, email and joined have the filtered columns since 0004.
    ...LABELS.flatMap(([name, key]) => [
      `drop index users_by_${name}`,
      `drop index users_by_${name}_down`,
      `create index users_by_${name} on users (${key}, id, status, role)`,
      `create index users_by_${name}_down on users (${key} desc, id, status, role)`,
    ]),
    'create virtual table user_trigram_terms using fts5vocab (user_trigrams, row)',
    'create index user_texts_by_filter on user_texts (status, role, text, joined, age)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
