import { type ApiError, isNotFound } from '../api/api-error.ts'
import type { Schemas } from '../api/contract-types.ts'
import { isObject } from '../api/read/is-object.ts'
import { CATALOGUE, findParent } from '../entities/catalogue.ts'
import type { DeleteQuery, EditableEntity, Entity, Form, Id, ServerRecord } from '../entities/entity.ts'
import type { CallOptions, Client } from './client.ts'

/** Reads all records. Pass `strictList` where the list decides what is written. */
export async function listRecords<Item>(client: Client, entity: Entity<Item>, options?: CallOptions): Promise<Item[]> {
  const data: unknown = await client.call(entity.operations.list, {}, options)
  const { listField } = entity
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation lists these records
  return (listField !== undefined && isObject(data) ? data[listField] : data) as Item[]
}

/** Adds the names of parents, such as the category of a position, that the server leaves out. */
export async function withParentNames<Item extends ServerRecord>(
  client: Client,
  entity: Entity<Item>,
  records: Item[],
): Promise<Item[]> {
  const child = CATALOGUE.find(({ noun }) => noun === entity.noun)
  const parent = child && findParent(child)
  if (!parent || !child.parent || records.every((record) => record[child.parent?.nameField ?? ''])) return records
  const { idField, nameField } = child.parent
  const [key = ''] = parent.keyFields
  const names = new Map((await listRecords(client, parent)).map((record) => [String(record.id), record[key]]))
  return records.map((record) => {
    const name = record[nameField] ? undefined : names.get(String(record[idField]))
    return name === undefined ? record : { ...record, [nameField]: { [key]: name } }
  })
}

/** Reads all records, with the names of parents that the server leaves out. */
export async function listWithNames<Item extends ServerRecord>(client: Client, entity: Entity<Item>): Promise<Item[]> {
  return withParentNames(client, entity, await listRecords(client, entity))
}

/** Creates a record. Resolves with undefined if the server does not return it. */
export async function createRecord<Item, Input extends Form>(
  client: Client,
  { operations }: EditableEntity<Item, Input>,
  input: Input,
  options?: CallOptions,
): Promise<Item | undefined> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `operations` names a save of this input
  return (await client.call(operations.create, { body: input as never }, options)) as Item | undefined
}

/** Replaces the fields of a record. With a version, the server refuses (412) if the record has another one. */
export async function updateRecord<Item, Input extends Form>(
  client: Client,
  { operations }: EditableEntity<Item, Input>,
  { id, input, version }: { id: Id; input: Input; version: number | undefined },
  options?: CallOptions,
): Promise<Item | undefined> {
  // A call whose path has no id takes it from the body.
  const call = { params: { id: String(id) }, body: { id, ...input }, headers: ifMatch(version) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `operations` names a save of this input
  return (await client.call(operations.update, call as never, { ...options, isRepeatable: true })) as Item | undefined
}

interface DeleteOptions extends CallOptions {
  query?: DeleteQuery
  version?: number | undefined
  /** Called with the receipt of an erasure. */
  onReceipt?: (receipt: NonNullable<Schemas['ErasureReceipt']>) => void
}

/** Deletes a record. Rejects with an `ApiError` (404) if it was already gone. */
export async function deleteExisting(
  client: Client,
  { operations }: Pick<Entity, 'operations'>,
  id: Id,
  { query = {}, version, onReceipt, ...options }: DeleteOptions = {},
): Promise<void> {
  const call = { params: { id: String(id) }, query, headers: ifMatch(version) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every deletion takes these
  const receipt = (await client.call(operations.delete, call as never, options)) as Schemas['ErasureReceipt']
  if (receipt) onReceipt?.(receipt)
}

/** Deletes a record. Returns `absent` if it was already gone. */
export async function deleteRecord(
  client: Client,
  entity: Pick<Entity, 'operations'>,
  id: Id,
  options: DeleteOptions = {},
): Promise<'done' | 'absent'> {
  const lost = trackLostResponse()
  try {
    await deleteExisting(client, entity, id, { ...options, ...lost.options })
    return 'done'
  } catch (error) {
    if (!isNotFound(error)) throw error
    // An attempt whose response was lost may have deleted it.
    return lost.isLost() ? 'done' : 'absent'
  }
}

/** Remembers whether a response was lost, after which the server may have done the work already. */
export function trackLostResponse() {
  let isLost = false
  return {
    options: {
      onRetry: (error: ApiError) => {
        // 429 is the only retried failure after which the server cannot have done anything.
        isLost ||= error.status !== 429
      },
    },
    isLost: () => isLost,
  }
}

/** Returns the header that makes a server refuse (412) a save over a newer version; empty without a version. */
function ifMatch(version: number | undefined): { 'If-Match'?: string } {
  return version === undefined ? {} : { 'If-Match': `"${version}"` }
}

/** Reads the version of a record, which some servers send as text. Returns undefined for anything else. */
export function toVersion(version: unknown): number | undefined {
  return /^\d{1,15}$/.test(String(version)) ? Number(version) : undefined
}
