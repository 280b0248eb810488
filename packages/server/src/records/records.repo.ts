import { nameKey } from '@rapport/core/text/unique-keys.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { compiledInsert } from '#server/db/compiled-query.ts'
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

export function recordInsert<Table extends RecordTable>(table: Table) {
  const insert = compiledInsert(table, { returns: true })
  return async (trx: Db, row: RecordValues<Table> & { created_at: number }): Promise<RecordRow<Table>> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all columns of this table
    (await insert(trx, row)) as RecordRow<Table>
}

export async function updateRecord<Table extends RecordTable>(
  trx: Db,
  table: Table,
  id: number,
  values: RecordValues<Table>,
): Promise<RecordRow<Table>> {
  const row = await trx
    .updateTable<RecordTable>(table)
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all columns of this table
  return row as RecordRow<Table>
}

export async function deleteRecord(trx: Db, table: RecordTable, id: number): Promise<void> {
  await trx.deleteFrom(table).where('id', '=', id).execute()
}
