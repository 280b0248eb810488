import { CATALOGUE, findParent } from '../entities/catalogue.ts'
import type { Entity, ServerRecord } from '../entities/entity.ts'
import type { Client } from './client.ts'
import { listRecords } from './records.ts'

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
