import { foldText } from '@rapport/core/text/fold-text.ts'
import { nameKey } from '@rapport/core/text/unique-keys.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Db, Engine } from './client.ts'
import { REFILL_TEXTS_ON_SQLITE } from './migrations/0006-sqlite.ts'
import type { Schema } from './schema.ts'
import { foldedColumns } from './user-row.ts'

/** Raise it with every change of core's `foldText` or `nameKey`: databases then store the new texts at their next start. */
const FOLD_VERSION = 1

const BATCH = 2000
const PROGRESS_EVERY_MS = 5000

const TABLES = ['users', 'trash_items', 'categories', 'positions'] as const
type FoldedTable = (typeof TABLES)[number]
type Row = Selectable<Schema['users'] & Schema['trash_items'] & Schema['categories'] & Schema['positions']>

/** Returns the folded texts of a row as this version stores them. */
const FOLDS: Readonly<Record<FoldedTable, (row: Row) => Partial<Row>>> = {
  users: foldedColumns,
  // The searched texts are stored folded only; the name is not.
  trash_items: ({ name, search_text }) => ({ search_text: foldText(`${name} ${search_text}`) }),
  categories: ({ name }) => ({ name_key: nameKey(name) }),
  positions: ({ name }) => ({ name_key: nameKey(name) }),
}

export interface RefoldLog {
  onProgress: (table: string, lastId: number) => void
  /** Called for a record that keeps its key, since by the new one another record has its name. */
  onDuplicate: (table: string, id: number, name: string) => void
}

/** Above this share of changed users, building what holds their texts anew is faster than keeping it. */
const REBUILD_SHARE = 0.05

/**
 * Stores the texts by which users and records are found and compared as this version folds them. Works in batches, each with its
 * place in one transaction: a killed start goes on where it was, and several processes share the work.
 */
export async function refold(database: Database, log: RefoldLog): Promise<void> {
  for (const table of TABLES) await refoldTable(database, table, log)
}

async function refoldTable(database: Database, table: FoldedTable, log: RefoldLog): Promise<void> {
  let lastProgress = performance.now()
  for (;;) {
    const lastId = await database.transaction((trx) => refoldBatch(trx, database.engine, table, log))
    if (lastId === undefined) return
    if (performance.now() - lastProgress < PROGRESS_EVERY_MS) continue
    lastProgress = performance.now()
    log.onProgress(table, lastId)
  }
}

/** Folds the next rows, or creates the next of what was dropped, and returns the last id; undefined at the end. */
async function refoldBatch(
  trx: Db,
  engine: Engine,
  table: FoldedTable,
  { onDuplicate }: RefoldLog,
): Promise<number | undefined> {
  // Building an index takes longer than a request may, and other processes wait for it.
  if (engine === 'postgres')
    await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(trx)
  await trx
    .insertInto('folds')
    .values({ name: table, version: 0, last_id: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { version, last_id, rebuild } = await trx
    .selectFrom('folds')
    .select(['version', 'last_id', 'rebuild'])
    .where('name', '=', table)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  if (version === FOLD_VERSION) return undefined
  const rows = await trx
    .selectFrom<FoldedTable>(table)
    .selectAll()
    .where('id', '>', last_id)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const setState = (state: Partial<Selectable<Schema['folds']>>) =>
    trx.updateTable('folds').set(state).where('name', '=', table).execute()
  const last = rows.at(-1)
  if (!last) {
    const [statement, ...later]: string[] = JSON.parse(rebuild ?? '[]')
    if (statement === undefined) {
      await setState({ version: FOLD_VERSION, last_id: 0, rebuild: null })
      return undefined
    }
    await sql.raw(statement).execute(trx)
    await setState({ rebuild: JSON.stringify(later) })
    return last_id
  }
  const changed = rows.flatMap((row) => {
    const texts = Object.entries(FOLDS[table](row))
    return texts.some(([name, text]) => Reflect.get(row, name) !== text)
      ? [{ ...row, ...Object.fromEntries(texts) }]
      : []
  })
  if (table === 'categories' || table === 'positions') {
    for (const row of changed) {
      if (await isTaken(trx, table, row)) onDuplicate(table, row.id, row.name)
      else await storeTexts(trx, engine, table, [row])
    }
  } else {
    if (table === 'users' && rebuild === null && changed.length > rows.length * REBUILD_SHARE)
      await setState({ rebuild: JSON.stringify(await dropTexts(trx, engine)) })
    await storeTexts(trx, engine, table, changed)
  }
  await setState({ last_id: last.id })
  return last.id
}

async function storeTexts(trx: Db, engine: Engine, table: FoldedTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(FOLDS[table](first))
  const list = JSON.stringify(rows.map((row) => [row.id, ...names.map((name): unknown => Reflect.get(row, name))]))
  const listSql = engine === 'sqlite' ? sql`json_each(${list})` : sql`jsonb_array_elements(cast(${list} as jsonb))`
  const textsSql = names.map((name, index) => sql`${sql.ref(name)} = value ->> ${sql.lit(index + 1)}`)
  await sql`
    update ${sql.table(table)} set ${sql.join(textsSql)} from ${listSql}
    where ${sql.ref(`${table}.id`)} = cast(value ->> 0 as bigint)`.execute(trx)
}

/** Drops the indexes that hold the texts of users, and what keeps the tables of texts; returns what creates all again. */
async function dropTexts(trx: Db, engine: Engine): Promise<string[]> {
  const droppedSql =
    engine === 'sqlite'
      ? sql`select type, name, sql from sqlite_schema
          where type = 'index' and sql like '%folded%' or name in ('user_texts_by_filter', 'users_changed') order by type desc`
      : sql`select 'index' as type, indexname as name, indexdef as sql from pg_indexes
          where schemaname = current_schema() and tablename = 'users' and indexdef like 'CREATE INDEX%'`
  const { rows } = await sql<{ type: string; name: string; sql: string }>`${droppedSql}`.execute(trx)
  for (const { type, name } of rows) await sql`drop ${sql.raw(type)} ${sql.ref(name)}`.execute(trx)
  const statements = rows.map((row) => row.sql)
  // The trigger comes first: from then on, it keeps the tables that are filled.
  const [trigger, ...indexes] = statements
  return engine === 'sqlite' && trigger
    ? [trigger, ...REFILL_TEXTS_ON_SQLITE, ...indexes]
    : [...statements, 'analyze users']
}

async function isTaken(trx: Db, table: FoldedTable, { id, category_id, name_key }: Row): Promise<boolean> {
  if (table !== 'categories' && table !== 'positions') return false
  const other = await trx
    .selectFrom(table)
    .select('id')
    .where('name_key', '=', name_key)
    .where('id', '<>', id)
    .$if(table === 'positions', (query) => query.where(sql<boolean>`category_id = ${category_id}`))
    .executeTakeFirst()
  return other !== undefined
}
