import { formatKey } from '@rapport/core/catalogue/plan/match.ts'
import { type Change, type CompareImages, planChanges } from '@rapport/core/catalogue/plan/plan.ts'
import type { RemoteRecords } from '@rapport/core/catalogue/plan/remote-records.ts'
import { correctRow, type Corrections, type FileIssue, type Row } from '@rapport/core/catalogue/read/row.ts'
import type { ImportFile } from './import-files.ts'

export type Group = 'problem' | 'create' | 'update' | 'unchanged'

/** A row of a file, and the change that importing it makes. */
export interface PlannedRow {
  id: string
  /** The row as in the file, by which results and corrections are kept. */
  originalRow: Row
  correctedRow: Row
  key: string
  group: Group
  change: Change | undefined
  issues: readonly FileIssue[]
}

export type RowCorrections = ReadonlyMap<Row, Corrections>

interface Input {
  files: readonly ImportFile[]
  corrections: RowCorrections
  remote: RemoteRecords
  compareImages: CompareImages
}

/** Plans an import like `rapport apply`, without deletions. Returns the rows, and the issues of whole files. */
export async function planImport({ files, corrections, remote, compareImages }: Input) {
  const fileIssuesByRow = Map.groupBy(
    files.flatMap(({ issues }) => issues),
    ({ row }) => row,
  )
  const corrected = files
    .flatMap(({ rows }) => rows)
    .map((originalRow) => {
      const rowCorrections = corrections.get(originalRow)
      const issues = fileIssuesByRow.get(originalRow) ?? []
      const result = rowCorrections ? correctRow(originalRow, issues, rowCorrections) : { row: originalRow, issues }
      return { originalRow, correctedRow: result.row, issues: result.issues }
    })
  const { changes, issues } = await planChanges({
    rows: corrected.map(({ correctedRow }) => correctedRow),
    issues: [...(fileIssuesByRow.get(undefined) ?? []), ...corrected.flatMap((row) => row.issues)],
    remote,
    prunedEntities: [],
    compareImages,
  })
  const changeByRow = new Map(changes.map((change) => [change.row, change]))
  const issuesByRow = Map.groupBy(issues, ({ row }) => row)
  const rows = corrected.map(({ originalRow, correctedRow }, index): PlannedRow => {
    const change = changeByRow.get(correctedRow)
    const rowIssues = issuesByRow.get(correctedRow) ?? []
    const group = rowIssues.length > 0 || !change || change.action === 'delete' ? 'problem' : change.action
    const changeKey = change?.key ?? formatKey(correctedRow.entity, correctedRow.values)
    const key = changeKey.slice(changeKey.indexOf('/') + 1)
    return { id: String(index), originalRow, correctedRow, key, group, change, issues: rowIssues }
  })
  return { rows, fileIssues: issuesByRow.get(undefined) ?? [] }
}
