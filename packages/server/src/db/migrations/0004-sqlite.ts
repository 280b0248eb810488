import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Returns SQL for the texts of a user, separated by a mark that no folded text contains, so that no match spans two. */
const separatedTexts = (row: string) =>
  `coalesce(${row}name_folded, '') || char(847) || coalesce(${row}email_folded, '') || char(847) || ${row}id`

const TEXT_COLUMNS = 'id, text, joined, status, role'
const textValues = (row: string) =>
  `${row}id, ${separatedTexts(row)}, coalesce(${row}joined_at, ${row}created_at), ${row}status, ${row}role`

const countKey = (row: string) => `coalesce(${row}status, ''), coalesce(${row}role, '')`

const ADD = `
  insert into user_texts (${TEXT_COLUMNS}) values (${textValues('new.')});
  insert into user_trigrams (rowid, text) values (new.id, ${separatedTexts('new.')});
  insert into user_counts (status, role, users) values (${countKey('new.')}, 1)
    on conflict do update set users = users + 1;
  update user_version set version = version + 1;`

const REMOVE = `
  delete from user_texts where id = old.id;
  delete from user_trigrams where rowid = old.id;
  update user_counts set users = users - 1 where (status, role) = (${countKey('old.')});
  update user_version set version = version + 1;`

/** Creates counts and search texts that triggers update in the transaction of each write. */
export async function countUsersOnSqlite(db: Kysely<Schema>): Promise<void> {
  const statements = [
    `create table user_counts (status text not null, role text not null, users integer not null,
       primary key (status, role)) without rowid`,
    'create table user_version (version integer not null)',
    'create table user_texts (id integer primary key, text text not null, joined integer not null, status text, role text)',
    `create virtual table user_trigrams using fts5
       (text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
    `insert into user_counts select ${countKey('')}, count(*) from users group by 1, 2`,
    'insert into user_version values (0)',
    `insert into user_texts (${TEXT_COLUMNS}) select ${textValues('')} from users`,
    'insert into user_trigrams (rowid, text) select id, text from user_texts',
    `create trigger users_added after insert on users begin ${ADD} end`,
    `create trigger users_removed after delete on users begin ${REMOVE} end`,
    `create trigger users_changed after update of id, name_folded, email_folded, joined_at, created_at, status, role
       on users begin ${REMOVE} ${ADD} end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Indexes each order and its reverse, since equal users come by ascending id in both. The indexes by name and email also have
 * the other text and the filtered columns, so that users who do not match are skipped without being read.
 */
export async function indexUsersOnSqlite(db: Kysely<Schema>): Promise<void> {
  const orders: [name: string, key: string, more: string][] = [
    ['name', 'name_folded', ', email_folded, status, role'],
    ['email', 'email_folded', ', name_folded, status, role'],
    ['joined', 'coalesce(joined_at, created_at)', ', status, role'],
    ['age', 'age', ''],
    ['gender', 'gender_folded', ''],
    ['status', 'status_folded', ''],
    ['role', 'role_folded', ''],
  ]
  for (const [name, key, more] of orders) {
    await sql.raw(`create index users_by_${name} on users (${key}, id${more})`).execute(db)
    await sql.raw(`create index users_by_${name}_down on users (${key} desc, id${more})`).execute(db)
  }
}
