import { nameKey } from '@rapport/core/text/unique-keys.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { type Arg, compiledQuery } from '#server/db/compiled-query.ts'
import type { Schema } from '#server/db/schema.ts'

export type RecordTable = 'categories' | 'positions' | 'products'
export type RecordRow<Table extends RecordTable> = Selectable<Schema[Table]> & {
  id: number
  version: number
  image?: string | null
}
export type RecordValues<Table extends RecordTable> = Required<
  Omit<Insertable<Schema[Table]>, 'id' | 'created_at' | 'version'>
>

/** Returns the key of a name. One of two records that older versions took for different keeps its own until it is renamed. */
export function keyOfName(name: string, before: { name: string; name_key: string } | undefined): string {
  return before?.name === name ? before.name_key : nameKey(name)
}

/** Locks the record until the transaction ends. */
export async function lockRecord<Table extends RecordTable>(
  trx: Db,
  engine: Engine,
  table: Table,
  id: number,
): Promise<RecordRow<Table> | undefined> {
  const row = await trx
    .selectFrom<RecordTable>(table)
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all columns of this table
  return row as RecordRow<Table> | undefined
}

type NewRow<Table extends RecordTable> = RecordValues<Table> & { created_at: number }

const inserts = new Map<RecordTable, (trx: Db, row: Record<string, unknown>) => Promise<{ id: number }[]>>()

/** Inserts a record and returns its id. The statement is compiled once per table: the type of a row makes all have the same columns. */
export async function insertRecord<Table extends RecordTable>(
  trx: Db,
  table: Table,
  row: NewRow<Table>,
): Promise<number> {
  const insert =
    inserts.get(table) ??
    compiledQuery((db, arg: Arg<Record<string, unknown>>) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- placeholders for the columns of the table
      const values = Object.fromEntries(Object.keys(row).map((column) => [column, arg(column)])) as never
      return db.insertInto<RecordTable>(table).values(values).returning('id')
    })
  inserts.set(table, insert)
  const [inserted] = await insert(trx, { ...row })
  if (inserted === undefined) throw new Error(`A row of ${table} was inserted and not returned.`)
  return inserted.id
}

export async function updateRecord<Table extends RecordTable>(
  trx: Db,
  table: Table,
  id: number,
  values: RecordValues<Table>,
): Promise<void> {
  await trx
    .updateTable<RecordTable>(table)
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteRecord(trx: Db, table: RecordTable, id: number): Promise<void> {
  await trx.deleteFrom(table).where('id', '=', id).execute()
}
