import type { RemoteRecords } from '@rapport/core/catalogue/plan/remote-records.ts'
import { formatKey } from '@rapport/core/catalogue/plan/match.ts'
import { type Change, type CompareImages, planChanges } from '@rapport/core/catalogue/plan/plan.ts'
import { correctRow, type Corrections } from '@rapport/core/catalogue/read/correct-row.ts'
import type { FileIssue, Row } from '@rapport/core/catalogue/read/row.ts'
import type { ImportFile } from './import-files.ts'

export type Group = 'problem' | 'create' | 'update' | 'unchanged'

/** Row of a file, and the change that importing it makes. */
export interface Line {
  id: string
  /** Row as in the file; identity for results and corrections. */
  base: Row
  /** Row with corrections. */
  row: Row
  key: string
  group: Group
  change: Change | undefined
  issues: readonly FileIssue[]
}

export interface ImportPlan {
  lines: readonly Line[]
  /** Issues of a whole file, not of one row. */
  fileIssues: readonly FileIssue[]
}

export type RowCorrections = ReadonlyMap<Row, Corrections>

interface Input {
  files: readonly ImportFile[]
  corrections: RowCorrections
  remote: RemoteRecords
  compareImages: CompareImages
}

/** Plans an import like `rapport apply`, without deletions. */
export async function planImport({ files, corrections, remote, compareImages }: Input): Promise<ImportPlan> {
  const fileIssuesByRow = Map.groupBy(
    files.flatMap(({ issues }) => issues),
    ({ row }) => row,
  )
  const correctedRows = files
    .flatMap(({ rows }) => rows)
    .map((base) => {
      const rowCorrections = corrections.get(base)
      const issues = fileIssuesByRow.get(base) ?? []
      const result = rowCorrections ? correctRow(base, issues, rowCorrections) : { row: base, issues }
      return { base, row: result.row, issues: result.issues }
    })
  const { changes, issues } = await planChanges({
    rows: correctedRows.map(({ row }) => row),
    issues: [...(fileIssuesByRow.get(undefined) ?? []), ...correctedRows.flatMap((row) => row.issues)],
    remote,
    prunedEntities: [],
    compareImages,
  })
  const changeByRow = new Map(changes.map((change) => [change.row, change]))
  const issuesByRow = Map.groupBy(issues, ({ row }) => row)
  const lines = correctedRows.map(({ base, row }, index): Line => {
    const change = changeByRow.get(row)
    const rowIssues = issuesByRow.get(row) ?? []
    const group = rowIssues.length > 0 || !change || change.action === 'delete' ? 'problem' : change.action
    const key = change?.key ?? formatKey(row.entity, row.values)
    return { id: String(index), base, row, key: key.slice(key.indexOf('/') + 1), group, change, issues: rowIssues }
  })
  return { lines, fileIssues: issuesByRow.get(undefined) ?? [] }
}
