import type { EditableEntity, Entity, ServerRecord } from '@rapport/core/entities/entity.ts'
import { isNumeric } from '@rapport/core/entities/field-values.ts'
import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { foldText, matchesSearch, parseSearch } from '@rapport/core/text/fold-text.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'

export interface ListInput {
  search?: string
  /** A field; a minus before it means descending. */
  sort?: string
  limit?: number
}

/** The rows to show, and the number of all matches. */
export interface SelectedRecords<Item> {
  rows: Item[]
  total: number
  /** The message if nothing matches. */
  emptyMessage: string
}

export function addListOptions(command: Command, entity: EditableEntity): Command {
  const fields = Object.keys(entity.fields).filter((name) => entity.fields[name]?.type !== 'image')
  const searchLabels = entity.searchFields.map((name) => entity.fields[name]?.label.toLowerCase() ?? name)
  return command
    .option(`${LIST_FLAGS.search} <text>`, `part of the ${searchLabels.join(' or the ')}`, nonEmptyArg)
    .addOption(createSortOption(fields))
    .option('--limit <count>', 'list at most this many (default: all)', toCount)
}

export function createSortOption(fields: readonly string[]): Option {
  return new Option(`${LIST_FLAGS.sort} <field>`, 'sort by a field; -field sorts in descending order')
    .choices(fields)
    .argParser((text) => {
      if (fields.includes(text.replace(/^-/, ''))) return text
      throw new InvalidArgumentError(`Choose from ${fields.join(', ')}. Put - before it to sort in descending order.`)
    })
}

export function toCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Use a whole number of at least 1.')
}

/** Returns the messages for empty lists. The console calls products subscription plans; the tool calls them as its commands do. */
export function emptyMessages<Item>({ emptyMessages: { noRecords, noMatches } }: Pick<Entity<Item>, 'emptyMessages'>) {
  const inToolsWords = (text: string) => text.replace('subscription plans', 'products')
  return { noRecords: inToolsWords(noRecords), noMatches: inToolsWords(noMatches) }
}

export function selectRecords<Item extends ServerRecord>(
  entity: Entity<Item>,
  { search, sort, limit }: ListInput,
  all: Item[],
): SelectedRecords<Item> {
  const parsedSearch = parseSearch(search)
  const searchText = (record: Item) => foldText(entity.searchFields.map((name) => valueText(record[name])).join(' '))
  const matches = all.filter((record) => matchesSearch(parsedSearch, record, searchText(record)))
  const sortedRecords = sort === undefined ? matches : sortRecords(entity, sort, matches)
  const { noRecords, noMatches } = emptyMessages(entity)
  const emptyMessage = search === undefined ? noRecords : noMatches
  return { rows: sortedRecords.slice(0, limit), total: matches.length, emptyMessage }
}

/** Sorts records, texts as they are searched and numbers in them by value. Missing values come last in both directions. */
function sortRecords<Item extends ServerRecord>(
  { fields }: Entity<Item>,
  sort: string,
  records: readonly Item[],
): Item[] {
  const name = sort.replace(/^-/, '')
  const field = fields[name]
  const direction = sort.startsWith('-') ? -1 : 1
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const compare = (a: string, b: string) => (field && isNumeric(field) ? Number(a) - Number(b) : collator.compare(a, b))
  return records
    .map((record) => ({ record, text: foldText(field?.tableText?.(record) ?? valueText(record[name])) }))
    .toSorted(({ text: a }, { text: b }) =>
      a === '' || b === '' ? Number(a === '') - Number(b === '') : direction * compare(a, b),
    )
    .map(({ record }) => record)
}
