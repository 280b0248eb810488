import type { Presentation } from '#cli/io/output.ts'
import { renderRecord, renderTable, type Column } from '#cli/io/table.ts'
import type { RecordNoun } from './record-noun.ts'

/** How the records of an entity are shown: the fields of a CSV by the API's names, and the columns for people. */
export interface RecordView<Row extends object> {
  noun: RecordNoun
  fields: readonly (keyof Row & string)[]
  columns: readonly Column<Row>[]
  /** The row as a CSV has it, where a field of it has parts. */
  csvRow?: (row: Row) => object
}

interface Shown<Row> {
  rows: readonly Row[]
  /** The rows as people and a CSV get them, where the server's own say less. */
  named?: readonly Row[]
  /** How many match; more than the rows where there is a limit. */
  total?: number
  /** What to say when none matches. */
  none: string
}

/** A list of records on stdout and their count on stderr. */
export function presentList<Row extends object>(
  view: RecordView<Row>,
  { rows, named = rows, total, none }: Shown<Row>,
): Presentation {
  const all = total ?? rows.length
  const shown = rows.length === all ? `${all}` : `${rows.length} of ${all}`
  return {
    document: {
      shape: 'list',
      rows,
      fields: view.fields,
      csvRows: view.csvRow && named.map(view.csvRow),
      forPeople: (options) => renderTable(view.columns, named, options),
    },
    talk: all === 0 ? none : `${shown} ${all === 1 ? view.noun.one : view.noun.many}`,
  }
}

/** One record on stdout, as people and a CSV get it where it says more, and what became of it on stderr. */
export function presentRecord<Row extends object>(
  view: RecordView<Row>,
  row: Row,
  talk: string,
  named = row,
): Presentation {
  return {
    document: {
      shape: 'record',
      rows: [row],
      fields: view.fields,
      csvRows: view.csvRow && [view.csvRow(named)],
      forPeople: () => renderRecord(view.columns, named),
    },
    talk,
  }
}

// Shown for what is missing (specification, section 2).
export const NOT_SET = 'Not Set'
