import { unreadableFields } from '../../api/read/records.ts'
import type { Client } from '../../client/client.ts'
import { listRecords } from '../../client/records.ts'
import { CATALOGUE, findParent } from '../../entities/catalogue.ts'
import type { EditableEntity, Id, ServerRecord } from '../../entities/entity.ts'
import { parseDecimal, isNumeric } from '../../entities/field-values.ts'
import { valueText } from '../../text/value-text.ts'
import { fileFields, imageField, type Values } from '../read/row.ts'

/** A record of the server, with its values by the field names of a file. */
export interface RemoteRecord {
  id: Id
  record: ServerRecord
  values: Values
  /** The URL of the image. */
  image: string | undefined
  parentId: string | undefined
  /** Values that the server sent and that could not be read, by field. */
  unreadable: Readonly<Record<string, unknown>>
}

export type RemoteRecords = ReadonlyMap<EditableEntity, readonly RemoteRecord[]>

/** Fetches the records of these entities, and of their parents, whose names the files contain. */
export async function fetchRemote(selected: readonly EditableEntity[], client: Client): Promise<RemoteRecords> {
  const neededEntities = CATALOGUE.filter(
    (entity) => selected.includes(entity) || selected.some((child) => findParent(child) === entity),
  )
  const lists = await Promise.all(
    neededEntities.map(async (entity) => listRecords(client, entity, { strictList: true })),
  )
  const remote = new Map<EditableEntity, RemoteRecord[]>()
  for (const [index, entity] of neededEntities.entries()) {
    const parent = findParent(entity)
    const names = new Map(
      parent && remote.get(parent)?.map(({ id, values }) => [String(id), values[parent.keyFields[0] ?? '']]),
    )
    remote.set(
      entity,
      (lists[index] ?? []).map((record) => toRemoteRecord(entity, record, names)),
    )
  }
  return remote
}

/** Converts a record of the server. `parentNames` are the names of possible parents by id. */
export function toRemoteRecord(
  entity: EditableEntity,
  record: ServerRecord,
  parentNames: ReadonlyMap<string, Values[string]> = new Map(),
): RemoteRecord {
  const parentId = entity.parent && valueText(record[entity.parent.idField])
  const values: Record<string, string | number> = {}
  for (const field of fileFields(entity)) {
    const { name, type } = field
    if (type === 'image') continue
    const parentName = name === entity.parent?.nameField ? parentNames.get(parentId ?? '') : undefined
    const text = valueText(parentName ?? entity.fields[name]?.fileValue?.(record) ?? record[name])
    if (text === '') continue
    const value = isNumeric(field) ? parseDecimal(text) : text
    if (value !== undefined) values[name] = value
  }
  const image = record[imageField(entity) ?? '']
  return {
    id: record.id,
    record,
    values,
    image: typeof image === 'string' && image !== '' ? image : undefined,
    parentId,
    unreadable: unreadableFields(record),
  }
}
