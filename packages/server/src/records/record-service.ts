import type { OperationInput } from '@rapport/core/api/contract-types.ts'
import type { EntityName } from '@rapport/core/api/operations.ts'
import type { Db, Engine } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { type ObjectInput, parseInput, requireId } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { deleteUnusedImage, lockAndStoreImages } from './image-rows.repo.ts'
import {
  deleteRecord,
  lockRecord,
  recordInsert,
  type RecordRow,
  type RecordTable,
  type RecordValues,
  updateRecord,
} from './records.repo.ts'
import { moveToTrash } from './trash-rows.repo.ts'

/** What differs between the entities whose records are saved and deleted here. */
interface RecordKind<Table extends RecordTable, Row, Item> {
  entity: Exclude<EntityName, 'user'>
  table: Table
  selectAll: (db: Db) => Promise<Row[]>
  find: (db: Db, id: { id: number }) => Promise<Row[]>
  toItem: (row: Row) => Item
  /** Searchable texts in the trash; the first is the name shown. */
  trashNames: (row: RecordRow<Table>) => string[]
  /** The image's field in the contract. */
  imageField?: string
  /** Locks what has to be locked before a record is. */
  lockFirst?: (trx: Db, engine: Engine) => Promise<void>
  /** Throws `conflict` if the record cannot be deleted. */
  assertUnused?: (trx: Db, id: number) => Promise<void>
}

interface Save<Table extends RecordTable> {
  /** Undefined for a new record. */
  id: string | number | undefined
  ifMatch?: string | undefined
  /** An identified file; undefined keeps the image. */
  file?: Blob | undefined
  /** Called in the transaction, with the row before an update and the image's SHA-256. */
  toValues: (
    trx: Db,
    before: RecordRow<Table> | undefined,
    image: string | null,
  ) => RecordValues<Table> | Promise<RecordValues<Table>>
}

type Deletion = OperationInput<'deleteCategory' | 'deletePosition' | 'deleteProduct'>

export function createRecordService<Table extends RecordTable, Row, Item extends object>(
  { database, images, clock, audit }: ServiceDeps,
  kind: RecordKind<Table, Row, Item>,
) {
  const { engine, transaction } = database
  const { entity, table, toItem, imageField = '' } = kind
  const insertRecord = recordInsert(table)

  async function save(caller: Principal, { id: givenId, ifMatch, file, toValues }: Save<Table>): Promise<Item> {
    const existingId = givenId === undefined ? undefined : requireId(givenId, noSuchRecordError)
    const newImage = file && (await images.prepare(file, imageField))
    return transaction(async (trx) => {
      await kind.lockFirst?.(trx, engine)
      const row = existingId === undefined ? undefined : await lockVersion(trx, existingId, ifMatch)
      const before = row && (await read(trx, row))
      const currentImage = row?.image ?? null
      const oldImage = newImage ? currentImage : null
      const now = clock().getTime()
      // Locks a parent before the images, as its own save does; otherwise the two could deadlock.
      const values = await toValues(trx, row, newImage?.sha256 ?? currentImage)
      await lockAndStoreImages(trx, engine, { newImage, oldImage, now })
      const saved = row
        ? await updateRecord(trx, table, row.id, values)
        : await insertRecord(trx, { ...values, created_at: now })
      await deleteUnusedImage(trx, oldImage)
      const after = await read(trx, saved)
      await audit.recordSave(trx, { entity, id: saved.id, actor: caller, before, after })
      return after
    })
  }

  /** Parses the input of a save. Reads the stored record only if the input could not be typed today. */
  async function parse<Output>(input: ObjectInput<Output>, value: object, givenId?: string | number): Promise<Output> {
    try {
      return parseInput(input, value)
    } catch (error) {
      if (givenId === undefined) throw error
      const [row] = await kind.find(database.db, { id: requireId(givenId, noSuchRecordError) })
      return parseInput(input, value, row && toItem(row))
    }
  }

  async function remove({ params, query: { batch }, headers }: Deletion, caller: Principal) {
    const id = requireId(params.id, noSuchRecordError)
    await transaction(async (trx) => {
      await kind.lockFirst?.(trx, engine)
      const row = await lockVersion(trx, id, headers['If-Match'])
      await kind.assertUnused?.(trx, id)
      await deleteRecord(trx, table, id)
      const names = kind.trashNames(row)
      await moveToTrash(trx, { entity, row, names, batch, actor: caller, now: clock().getTime() })
      await audit.record(trx, {
        event: `${entity}.deleted`,
        actor: caller,
        target: { type: entity, id },
        ...(names[0] !== undefined && { detail: names[0] }),
      })
    })
    return { message: `The ${entity} was deleted.` }
  }

  /** Throws `not_found`, or `precondition_failed` if `If-Match` names another version. Without the header any version matches. */
  async function lockVersion(trx: Db, id: number, ifMatch: string | undefined): Promise<RecordRow<Table>> {
    const row = await lockRecord(trx, engine, table, id)
    if (row === undefined) throw noSuchRecordError()
    if (ifMatch === undefined || ifMatch === `"${row.version}"`) return row
    const message = 'This record was changed in the meantime. Load it again and repeat your changes.'
    throw new DomainError('precondition_failed', message)
  }

  async function read(trx: Db, stored: RecordRow<Table>): Promise<Item> {
    const [row] = await kind.find(trx, stored)
    if (row === undefined) throw noSuchRecordError()
    return toItem(row)
  }

  function noSuchRecordError(): DomainError {
    return new DomainError('not_found', `There is no such ${entity}.`)
  }

  return { list: async () => (await kind.selectAll(database.db)).map(toItem), parse, save, remove }
}
