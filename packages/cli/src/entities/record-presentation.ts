import { sentRecord } from '@rapport/core/api/read/records.ts'
import type { Entity, Field, ServerRecord } from '@rapport/core/entities/entity.ts'
import { withCents } from '@rapport/core/entities/field-values.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Presentation } from '#cli/output/document.ts'
import type { Column } from '#cli/output/table.ts'

// Specification, section 2.
const NOT_SET = 'Not Set'

/** Returns the columns of a table, or the lines of one record. */
export function columnsOf<Row extends ServerRecord>(
  { fields, tableOrder = Object.keys(fields) }: Pick<Entity<Row>, 'fields' | 'tableOrder'>,
  where: 'list' | 'details',
): (Column<Row> & { name: string })[] {
  return tableOrder.flatMap((name) => {
    const field = fields[name]
    if (!field || field.shownIn === 'data' || (field.shownIn === 'details' && where === 'list')) return []
    return [{ ...field, name, title: field.label.toUpperCase(), text: (row) => textOf(field, name, row) || NOT_SET }]
  })
}

/** Formats a field in one line for tables; empty if it is missing. */
export function textOf<Row extends ServerRecord>(field: Field<Row>, name: string, row: Row): string {
  if (field.tableText) return field.tableText(row)
  const text = valueText(row[name])
  if (field.type === 'decimal') return withCents(text)
  return field.type === 'text' ? text.trim().replaceAll(/\s+/g, ' ') : text
}

/** Returns all fields of one record; long texts keep their line breaks. */
export function detailsOf<Row extends ServerRecord>(entity: Entity<Row>, row: Row): { title: string; text: string }[] {
  return columnsOf(entity, 'details').map(({ title, text, name }) => {
    const value = entity.fields[name]?.type === 'text' ? row[name] : undefined
    return { title, text: (typeof value === 'string' && value.trim()) || text(row) }
  })
}

/** Returns rows for CSV and `--fields`, with nested objects flattened. Undefined if there are none. */
function csvRowsOf<Row extends ServerRecord>(
  { fields }: Pick<Entity<Row>, 'fields'>,
  rows: readonly Row[],
): object[] | undefined {
  const fieldsWithFileValues = Object.entries(fields).filter(([, field]) => 'fileValue' in field)
  if (fieldsWithFileValues.length === 0) return undefined
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(fieldsWithFileValues.map(([name, field]) => [name, field.fileValue?.(row)])),
  }))
}

interface ListContent<Row> {
  rows: readonly Row[]
  /** Rows with added names, for tables and CSV. */
  displayRows?: readonly Row[]
  /** The number of matches; more than the rows if there is a limit. */
  total?: number
  /** Whether `total` is only a minimum. */
  isMinimum?: boolean
  /** Shown if nothing matches. */
  emptyMessage: string
}

/** Formats 12 or 10,000+. */
export function totalText(total: number, isMinimum = false): string {
  return isMinimum ? `${total.toLocaleString('en')}+` : String(total)
}

type Listable<Row> = Pick<Entity<Row>, 'noun' | 'singular' | 'plural' | 'fields' | 'tableOrder'>

/** Presents records on stdout and their count on stderr. */
export function presentList<Row extends ServerRecord>(
  entity: Listable<Row>,
  { rows, displayRows = rows, total = rows.length, isMinimum = false, emptyMessage }: ListContent<Row>,
): Presentation {
  const isWhole = rows.length === total && !isMinimum
  const shown = isWhole ? `${total}` : `${rows.length} of ${totalText(total, isMinimum)}`
  return {
    document: {
      shape: 'list',
      rows: rows.map(sentRecord),
      fields: Object.keys(entity.fields),
      csvRows: csvRowsOf(entity, displayRows) ?? rows,
      table: async (options) =>
        (await import('#cli/output/table.ts')).renderTable(columnsOf(entity, 'list'), displayRows, options),
    },
    info: total === 0 ? emptyMessage : `${shown} ${total === 1 ? entity.singular : (entity.plural ?? entity.noun)}`,
  }
}

/** Presents one record on stdout and the outcome on stderr. */
export function presentRecord<Row extends ServerRecord>(
  entity: Entity<Row>,
  row: Row,
  info: string,
  displayRecord = row,
): Presentation {
  return {
    document: {
      shape: 'record',
      rows: [sentRecord(row)],
      fields: Object.keys(entity.fields),
      csvRows: csvRowsOf(entity, [displayRecord]) ?? [row],
      table: async () =>
        (await import('#cli/output/table.ts')).renderRecord(columnsOf(entity, 'details'), displayRecord),
    },
    info,
  }
}
