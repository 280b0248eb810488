import { type Command, InvalidArgumentError, Option } from 'commander'
import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { EditableEntity, Entity, ServerRecord } from '@rapport/core/entities/entity.ts'
import { isNumeric } from '@rapport/core/entities/field-values.ts'
import { valueText } from '@rapport/core/text/value-text.ts'

export interface ListInput {
  search?: string
  /** A field; a minus before it means descending. */
  sort?: string
  limit?: number
}

/** The rows to show, and the number of matches. */
export interface SelectedRecords<Row> {
  rows: Row[]
  total: number
  /** Shown if nothing matches. */
  emptyMessage: string
}

/** Adds --search, --sort and --limit. */
export function addListOptions(command: Command, entity: EditableEntity): Command {
  const fields = Object.keys(entity.fields).filter((name) => entity.fields[name]?.type !== 'image')
  const searched = entity.searchFields.map((name) => entity.fields[name]?.label.toLowerCase() ?? name)
  return command
    .option(`${LIST_FLAGS.search} <text>`, `part of the ${searched.join(' or the ')}`, nonEmptyArg)
    .addOption(
      new Option(`${LIST_FLAGS.sort} <field>`, 'sort by a field; -field sorts in descending order')
        .choices(fields)
        .argParser((text) => toSort(text, fields)),
    )
    .option('--limit <count>', 'list at most this many (default: all)', toCount)
}

function toSort(text: string, fields: readonly string[]): string {
  if (fields.includes(text.replace(/^-/, ''))) return text
  throw new InvalidArgumentError(`Choose from ${fields.join(', ')}. Put - before it to sort in descending order.`)
}

export function toCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Use a whole number of at least 1.')
}

/** Ignores letter case and accents. */
function searchRecords<Row extends ServerRecord>(
  { searchFields }: Entity<Row>,
  search: string | undefined,
  rows: Row[],
): Row[] {
  const text = foldText(search?.trim() ?? '')
  if (text === '') return rows
  return rows.filter((row) => searchFields.some((name) => foldText(valueText(row[name])).includes(text)))
}

export function selectRecords<Row extends ServerRecord>(
  entity: Entity<Row>,
  { search, sort, limit }: ListInput,
  all: Row[],
): SelectedRecords<Row> {
  const matches = searchRecords(entity, search, all)
  const sorted = sort === undefined ? matches : sortRecords(entity, sort, matches)
  const emptyMessage = search === undefined ? entity.emptyMessages.noRecords : entity.emptyMessages.noMatches
  return { rows: sorted.slice(0, limit), total: matches.length, emptyMessage }
}

/** Missing values come last in both directions. */
function sortRecords<Row extends ServerRecord>({ fields }: Entity<Row>, sort: string, rows: readonly Row[]): Row[] {
  const name = sort.replace(/^-/, '')
  const field = fields[name]
  const direction = sort.startsWith('-') ? -1 : 1
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const textOf = (row: Row) => field?.tableText?.(row) ?? valueText(row[name])
  const compare = (a: string, b: string) => (field && isNumeric(field) ? Number(a) - Number(b) : collator.compare(a, b))
  return rows.toSorted((a, b) => {
    const [textA, textB] = [textOf(a), textOf(b)]
    return textA === '' || textB === ''
      ? Number(textA === '') - Number(textB === '')
      : direction * compare(textA, textB)
  })
}
