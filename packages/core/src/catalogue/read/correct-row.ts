import { fileFields, type FileIssue, readField, type Row } from './row.ts'

/** What a field shall say instead, by its name; undefined takes the field out. */
export type Corrections = ReadonlyMap<string, string | undefined>

interface Corrected {
  row: Row
  issues: FileIssue[]
}

/** A row as if its file had said something else, with the issues that this leaves or makes. */
export function correctRow(row: Row, issues: readonly FileIssue[], corrections: Corrections): Corrected {
  const written: Record<string, unknown> = { ...row.written }
  const values: Record<string, string | number | undefined> = { ...row.values }
  for (const [name, text] of corrections) {
    delete values[name]
    if (text === undefined) delete written[name]
    else written[name] = text
  }
  const corrected: Row = { ...row, written, values }
  const left = issues
    .filter(({ field }) => field === undefined || !corrections.has(field))
    .map((issue): FileIssue => Object.assign({}, issue, { row: corrected }))
  for (const field of fileFields(row.entity)) {
    const text = corrections.get(field.name)
    if (text !== undefined) readField(corrected, values, field, text, left)
  }
  return { row: corrected, issues: left }
}
