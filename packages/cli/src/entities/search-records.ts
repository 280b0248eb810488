import { foldText } from '@rapport/core/text/fold-text.ts'
import type { Entity, ServerRecord } from './entity.ts'
import { valueText } from './field-values.ts'

/** The rows that hold the text in a field that is searched, of whatever letter case and accents. */
export function searchRecords<Row extends ServerRecord>(
  { searched }: Entity<Row>,
  search: string | undefined,
  rows: Row[],
): Row[] {
  const text = foldText(search?.trim() ?? '')
  if (text === '') return rows
  return rows.filter((row) => searched.some((name) => foldText(valueText(row[name])).includes(text)))
}
