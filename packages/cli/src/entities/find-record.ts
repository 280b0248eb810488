import { foldText } from '@rapport/core/text/fold-text.ts'
import { nearest } from '@rapport/core/text/nearest.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { CallDeps, EditableEntity, ServerRecord } from '@rapport/core/entities/entity.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { couldBeId } from './record-ids.ts'

/**
 * Finds a record by id or another reference: `trust`, or `slug:trust` if that is ambiguous. Throws `CliError` if none
 * matches, or several do.
 */
export async function findRecord<Row extends ServerRecord>(
  entity: EditableEntity<Row>,
  text: string,
  deps: CallDeps,
): Promise<Row> {
  const rows = await entity.list(deps)
  const record = matchRecord(entity, text, rows)
  if (record === undefined) throw notFoundError(entity, text, rows)
  return record
}

/**
 * Converts references to ids. A text that may be the id of a deleted record stays as it is. Throws `CliError` for a text
 * that matches no record, or several.
 */
export async function idsOf<Row extends ServerRecord>(
  entity: EditableEntity<Row>,
  words: readonly string[],
  deps: CallDeps,
): Promise<string[]> {
  // A plain number is an id (a numeric name is written name:7), unless the entity has codes, which may be numbers.
  const isId = (word: string) => /^\d+$/.test(word)
  if (!Object.values(entity.references).some((field) => entity.fields[field]?.type === 'code') && words.every(isId))
    return [...words]
  const rows = await entity.list(deps)
  return words.map((word) => {
    const record = matchRecord(entity, word, rows)
    if (record) return String(record.id)
    if (word !== '' && couldBeId(word, rows)) return word
    throw notFoundError(entity, word, rows)
  })
}

function matchRecord<Row extends ServerRecord>(
  entity: EditableEntity<Row>,
  given: string,
  rows: readonly Row[],
): Row | undefined {
  const text = given.trim()
  // An empty text must not match a category without a slug.
  if (text === '') return undefined
  const references: [prefix: string, field: string][] = [['id', 'id'], ...Object.entries(entity.references)]
  const prefixed = references.flatMap(([prefix, field]) => {
    const rest = text.startsWith(`${prefix}:`) ? text.slice(prefix.length + 1) : ''
    return rest === '' ? [] : rows.filter((row) => valueText(row[field]) === rest)
  })
  const exact = rows.filter((row) => references.some(([, field]) => valueText(row[field]) === text))
  const folded = rows.filter((row) =>
    references.some(([, field]) => isName(entity, field) && foldText(valueText(row[field])) === foldText(text)),
  )
  const [record, ...others] = [prefixed, exact, folded].find((matches) => matches.length > 0) ?? []
  if (!record || others.length === 0) return record
  const matches = [record, ...others]
  const names = matches.map((row) => `${row.id} (${describe(entity, row)})`)
  throw new CliError(`ambiguous_${entity.singular}`, `${JSON.stringify(text)} could be ${names.join(' or ')}.`, {
    hint: `Use ${matches.map(({ id }) => `id:${id}`).join(' or ')}.`,
  })
}

/** Letter case counts in codes. */
function isName(entity: EditableEntity, field: string): boolean {
  return entity.fields[field]?.type === 'name'
}

function describe<Row extends ServerRecord>(entity: EditableEntity<Row>, row: Row): string {
  const slug = valueText(row[entity.references['slug'] ?? ''])
  return `${entity.titleOf(row)}${slug === '' ? '' : `, slug ${slug}`}`
}

function notFoundError(entity: EditableEntity, text: string, rows: readonly ServerRecord[]): CliError {
  const known = rows.flatMap((row) => Object.values(entity.references).map((field) => valueText(row[field])))
  const meant = nearest(text, known.filter(Boolean))
  return new CliError('not_found', `There is no ${entity.singular} ${JSON.stringify(text)}.`, {
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}rapport ${entity.noun} list shows them.`,
    exitCode: EXIT.notFound,
  })
}
