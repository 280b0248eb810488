import { foldText } from '@rapport/core/text/fold-text.ts'
import { nameKey } from '@rapport/core/text/unique-keys.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Db } from './client.ts'
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

/** Folds the next rows and returns the last id; undefined after the last row. */
async function refoldBatch(
  trx: Db,
  engine: Database['engine'],
  table: FoldedTable,
  { onDuplicate }: RefoldLog,
): Promise<number | undefined> {
  const start = { name: table, version: 0, last_id: 0 }
  await trx
    .insertInto('folds')
    .values(start)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { version, last_id } = await trx
    .selectFrom('folds')
    .select(['version', 'last_id'])
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
  for (const row of rows) {
    // Each column that is set has its indexes written again, even if its value stays.
    const changed = Object.entries(FOLDS[table](row)).filter(([name, text]) => Reflect.get(row, name) !== text)
    if (changed.length === 0) continue
    const texts: Partial<Row> = Object.fromEntries(changed)
    if (await isTaken(trx, table, { ...row, ...texts })) onDuplicate(table, row.id, row.name)
    else await trx.updateTable<FoldedTable>(table).set(texts).where('id', '=', row.id).execute()
  }
  const last = rows.at(-1)
  const state = last ? { last_id: last.id } : { version: FOLD_VERSION, last_id: 0 }
  await trx.updateTable('folds').set(state).where('name', '=', table).execute()
  return last?.id
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
