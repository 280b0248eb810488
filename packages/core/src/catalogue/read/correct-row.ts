import { fileFields, type FileIssue, parseFieldInto, type Row } from './row.ts'

/** The new texts of fields by name; undefined removes the field. */
export type Corrections = ReadonlyMap<string, string | undefined>

interface CorrectedRow {
  row: Row
  issues: FileIssue[]
}

/** Applies corrections to a row, and returns it with the issues that remain. */
export function correctRow(row: Row, issues: readonly FileIssue[], corrections: Corrections): CorrectedRow {
  const writtenFields: Record<string, unknown> = { ...row.written }
  const values: Record<string, string | number | undefined> = { ...row.values }
  for (const [name, text] of corrections) {
    delete values[name]
    if (text === undefined) delete writtenFields[name]
    else writtenFields[name] = text
  }
  const correctedRow: Row = { ...row, written: writtenFields, values }
  const remainingIssues = issues
    .filter(({ field }) => field === undefined || !corrections.has(field))
    .map((issue): FileIssue => Object.assign({}, issue, { row: correctedRow }))
  for (const field of fileFields(row.entity)) {
    const text = corrections.get(field.name)
    if (text !== undefined) parseFieldInto(correctedRow, values, field, text, remainingIssues)
  }
  return { row: correctedRow, issues: remainingIssues }
}
