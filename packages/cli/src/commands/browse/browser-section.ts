import type { Deps } from '#cli/deps.ts'
import { removeOne, type Removal } from '#cli/lib/deletion.ts'
import type { RecordView } from '#cli/lib/record-presentation.ts'
import type { BrowserRow, Section, SectionQuery } from '#cli/ui/browser/section.ts'

/** What a section makes of one record. */
export interface RowParts {
  name: string
  texts?: Record<string, string>
  /** What the details show instead of a column, by its title. */
  details?: Record<string, string>
}

/** How the records of an entity become a section, apart from how they are read. */
export interface SectionParts<Row extends { id: string | number }> {
  title: string
  none: Section['none']
  /** The columns of the list. */
  list: RecordView<Row>
  /** All that there is to tell of one. */
  full: RecordView<Row>
  removal: Removal
  partsOf: (row: Row) => RowParts
  fields: Section['fields']
  save: (id: string, changes: Record<string, string>, deps: Deps) => Promise<string[]>
}

/** How a section answers queries. */
export type Reading = Pick<Section, 'asksServer' | 'held' | 'load' | 'forget'>

/** A record as the browser shows it. */
export function browserRow<Row extends { id: string | number }>(
  row: Row,
  { list, full, partsOf }: Pick<SectionParts<Row>, 'list' | 'full' | 'partsOf'>,
): BrowserRow {
  const { name, texts = {}, details = {} } = partsOf(row)
  return {
    id: String(row.id),
    name,
    texts,
    cells: list.columns.map(({ text }) => text(row)),
    details: full.columns.map(({ title, text }) => ({ title, text: details[title] ?? text(row) })),
  }
}

/** The section of an entity. */
export function sectionOf<Row extends { id: string | number }>(
  parts: SectionParts<Row>,
  reading: Reading,
  deps: Deps,
): Section {
  const { title, none, list, fields, removal, save } = parts
  const { one } = list.noun
  return {
    ...reading,
    title,
    one,
    none,
    fields,
    columns: list.columns.map((column) => column.title),
    save: ({ id }, changes, signal) => save(id, changes, whileShown(deps, signal)),
    async remove({ id, name }, signal) {
      const became = await removeOne(id, whileShown(deps, signal), removal)
      return became === 'done' ? `Deleted ${one} ${id} (${name}).` : `${title}: ${id} was already gone.`
    },
  }
}

/** The same, for calls that end with what they are shown in. */
export function whileShown(deps: Deps, signal: AbortSignal): Deps {
  return { ...deps, signal: AbortSignal.any([deps.signal, signal]) }
}

/** Reads a list that the server gives in one answer, and searches it in memory. */
export function wholeList<Row extends { id: string | number }>(
  parts: SectionParts<Row>,
  deps: Deps,
  { read, matching }: { read: (deps: Deps) => Promise<Row[]>; matching: (search: string, rows: Row[]) => Row[] },
): Reading {
  let all: Row[] | undefined
  return {
    asksServer: () => false,
    held({ search, page, size }: SectionQuery) {
      if (!all) return undefined
      const matches = matching(search, all)
      const rows = matches.slice(page * size, (page + 1) * size).map((row) => browserRow(row, parts))
      return { rows, total: matches.length }
    },
    async load(_query, signal) {
      all = await read(whileShown(deps, signal))
    },
    forget() {
      all = undefined
    },
  }
}
