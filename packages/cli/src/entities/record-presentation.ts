import { sentRecord } from '@rapport/core/api/read/records.ts'
import { columnToField } from '@rapport/core/catalogue/read/row.ts'
import type { Entity, Field, ServerRecord } from '@rapport/core/entities/entity.ts'
import { withCents } from '@rapport/core/entities/field-values.ts'
import { NOT_SET, valueText } from '@rapport/core/text/value-text.ts'
import { type FieldNames, namesOnly, type Presentation } from '#cli/output/document.ts'
import { localTime } from '#cli/output/local-time.ts'
import type { Column } from '#cli/output/table.ts'

/** Returns the columns of a table, or the lines of one record. */
export function toColumns<Item extends ServerRecord>(
  { fields, tableOrder = Object.keys(fields) }: Pick<Entity<Item>, 'fields' | 'tableOrder'>,
  view: 'list' | 'details',
): (Column<Item> & { name: string })[] {
  return tableOrder.flatMap((name) => {
    const field = fields[name]
    if (!field || field.shownIn === 'dataOnly' || (field.shownIn === 'detailsOnly' && view === 'list')) return []
    return [
      {
        ...field,
        name,
        title: field.label.toUpperCase(),
        text: (record) => formatField(field, name, record) || NOT_SET,
      },
    ]
  })
}

/** Formats a field in one line for tables; empty if it is missing. */
export function formatField<Item extends ServerRecord>(field: Field<Item>, name: string, record: Item): string {
  if (field.tableText) return field.tableText(record)
  const text = valueText(record[name])
  if (field.type === 'decimal') return withCents(text)
  if (field.type === 'instant') return text && localTime(text)
  return field.type === 'text' ? text.trim().replaceAll(/\s+/g, ' ') : text
}

/** Returns the fields that details show; long texts keep their line breaks. */
export function toDetails<Item extends ServerRecord>(
  entity: Entity<Item>,
  record: Item,
): { title: string; text: string }[] {
  return toColumns(entity, 'details').map(({ title, text, name }) => {
    const value = entity.fields[name]?.type === 'text' ? record[name] : undefined
    return { title, text: (typeof value === 'string' && value.trim()) || text(record) }
  })
}

/** Returns rows for CSV and `--fields`, with nested objects flattened. */
function toCsvRows<Item extends ServerRecord>(
  { fields }: Pick<Entity<Item>, 'fields'>,
  rows: readonly Item[],
): object[] {
  const nested = Object.entries(fields).filter(([, field]) => 'fileValue' in field)
  return rows.map((record) => ({
    ...record,
    ...Object.fromEntries(nested.map(([name, field]) => [name, field.fileValue?.(record)])),
  }))
}

/** Returns what --fields can choose: fields by their names and headings, and the version that some servers send. */
export function entityFieldNames<Item>({ fields }: Pick<Entity<Item>, 'fields'>): FieldNames {
  const headings = Object.entries(fields).map(([name, { label }]) => [columnToField(label), [name]] as const)
  return { ...Object.fromEntries(headings), ...namesOnly([...Object.keys(fields), 'version']) }
}

interface ListContent<Item> {
  rows: readonly Item[]
  /** Rows with added names, for tables and CSV. */
  displayRows?: readonly Item[]
  /** The number of matches; more than the rows if there is a limit. */
  total?: number
  /** Whether `total` is only a minimum. */
  totalIsMinimum?: boolean
  /** The message if nothing matches. */
  emptyMessage: string
}

/** Formats 12 or 10,000+. */
export function formatTotal(total: number, totalIsMinimum = false): string {
  return totalIsMinimum ? `${total.toLocaleString('en')}+` : String(total)
}

type Listable<Item> = Pick<Entity<Item>, 'noun' | 'singular' | 'plural' | 'fields' | 'tableOrder'>

/** Presents records on stdout and their count on stderr. */
export function presentList<Item extends ServerRecord>(
  entity: Listable<Item>,
  { rows, displayRows = rows, total = rows.length, totalIsMinimum = false, emptyMessage }: ListContent<Item>,
): Presentation {
  const isComplete = rows.length === total && !totalIsMinimum
  const shownCount = isComplete ? `${total}` : `${rows.length} of ${formatTotal(total, totalIsMinimum)}`
  return {
    document: {
      shape: 'list',
      rows: rows.map(sentRecord),
      fields: Object.keys(entity.fields),
      csvRows: toCsvRows(entity, displayRows),
      table: async (options) =>
        (await import('#cli/output/table.ts')).renderTable(toColumns(entity, 'list'), displayRows, options),
    },
    info:
      total === 0 ? emptyMessage : `${shownCount} ${total === 1 ? entity.singular : (entity.plural ?? entity.noun)}`,
  }
}

/** Presents one record on stdout and the outcome on stderr. */
export function presentRecord<Item extends ServerRecord>(
  entity: Entity<Item>,
  record: Item,
  info: string,
  displayRecord = record,
): Presentation {
  return {
    document: {
      shape: 'record',
      rows: [sentRecord(record)],
      fields: Object.keys(entity.fields),
      csvRows: toCsvRows(entity, [displayRecord]),
      table: async () =>
        (await import('#cli/output/table.ts')).renderRecord(toColumns(entity, 'details'), displayRecord),
    },
    info,
  }
}
