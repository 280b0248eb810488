import type { Client } from '@rapport/core/client/client.ts'
import { listRecords } from '@rapport/core/client/records.ts'
import type { EditableEntity, ServerRecord } from '@rapport/core/entities/entity.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { nearest } from '@rapport/core/text/nearest.ts'
import { nameKey } from '@rapport/core/text/unique-keys.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { CliError } from '#cli/io/errors.ts'
import { couldBeId } from './record-ids.ts'

/**
 * Finds a record by id or another reference: `trust`, or `slug:trust` if that is ambiguous. Throws `CliError` if none matches,
 * or several do.
 */
export async function findRecord<Item extends ServerRecord>(
  entity: EditableEntity<Item>,
  reference: string,
  { client }: { client: Client },
): Promise<Item> {
  const records = await listRecords(client, entity)
  const record = matchRecord(entity, reference, records)
  if (record === undefined) throw notFoundError(entity, reference, records)
  return record
}

/**
 * Converts references to ids. A text that may be the id of a deleted record stays as it is. Throws `CliError` for a text that
 * matches no record, or several.
 */
export async function resolveIds<Item extends ServerRecord>(
  entity: EditableEntity<Item>,
  references: readonly string[],
  { client }: { client: Client },
): Promise<string[]> {
  // A plain number is an id (for a numeric name, write name:7), unless the entity has codes, which may be numbers.
  const isId = (reference: string) => /^\d+$/.test(reference)
  if (
    !Object.values(entity.lookupFields).some((field) => entity.fields[field]?.type === 'code') &&
    references.every(isId)
  )
    return [...references]
  const records = await listRecords(client, entity)
  return references.map((reference) => {
    const record = matchRecord(entity, reference, records)
    if (record) return String(record.id)
    if (reference !== '' && couldBeId(reference, records)) return reference
    throw notFoundError(entity, reference, records)
  })
}

/** What counts as the same name, the strictest first: servers may have names that differ in letter case or accents only. */
const SPELLINGS = [String, nameKey, foldText]

function matchRecord<Item extends ServerRecord>(
  entity: EditableEntity<Item>,
  reference: string,
  records: readonly Item[],
): Item | undefined {
  const text = reference.trim()
  // An empty text must not match a category without a slug.
  if (text === '') return undefined
  const references: [prefix: string, field: string][] = [['id', 'id'], ...Object.entries(entity.lookupFields)]
  const prefixed = references.flatMap(([prefix, field]) =>
    text.startsWith(`${prefix}:`) ? [[field, text.slice(prefix.length + 1)] as const] : [],
  )
  if (text.startsWith('#')) prefixed.push(['id', text.slice(1)])
  const attempts = [prefixed, references.map(([, field]) => [field, text] as const)].flatMap((wanted) =>
    SPELLINGS.map((spelling) =>
      records.filter((record) =>
        wanted.some(([field, value]) => {
          // People spell names in several ways. A code has one spelling.
          const toKey = entity.fields[field]?.type === 'name' ? spelling : String
          return value !== '' && toKey(valueText(record[field])) === toKey(value)
        }),
      ),
    ),
  )
  const [record, ...others] = attempts.find((found) => found.length > 0) ?? []
  if (!record || others.length === 0) return record
  const matches = [record, ...others]
  const names = matches.map((match) => `${match.id} (${describe(entity, match)})`)
  throw new CliError(`ambiguous_${entity.singular}`, `${JSON.stringify(text)} could be ${names.join(' or ')}.`, {
    hint: `Use ${matches.map(({ id }) => `id:${id}`).join(' or ')}.`,
  })
}

function describe<Item extends ServerRecord>(entity: EditableEntity<Item>, record: Item): string {
  const slug = valueText(record[entity.lookupFields['slug'] ?? ''])
  return `${entity.titleOf(record)}${slug === '' ? '' : `, slug ${slug}`}`
}

function notFoundError(entity: EditableEntity, reference: string, records: readonly ServerRecord[]): CliError {
  const names = records.flatMap((record) => Object.values(entity.lookupFields).map((field) => valueText(record[field])))
  const suggestion = nearest(reference, names.filter(Boolean))
  return new CliError('not_found', `There is no ${entity.singular} ${JSON.stringify(reference)}.`, {
    hint: `${suggestion === undefined ? '' : `Did you mean ${suggestion}? `}rapport ${entity.noun} list shows them.`,
  })
}
