import type { Live } from '@rapport/core/catalogue/plan/live.ts'
import { keyText } from '@rapport/core/catalogue/plan/match.ts'
import { type Change, type CompareImages, planChanges } from '@rapport/core/catalogue/plan/plan.ts'
import { correctRow, type Corrections } from '@rapport/core/catalogue/read/correct-row.ts'
import type { FileMistake, Row } from '@rapport/core/catalogue/read/row.ts'
import type { ImportFile } from './import-files.ts'

export type Group = 'problem' | 'create' | 'update' | 'unchanged'

/** A row of a file, and what importing it would do. */
export interface Line {
  id: string
  /** The row as its file has it, which results and corrections are about. */
  base: Row
  /** The row with its corrections. */
  row: Row
  key: string
  group: Group
  change: Change | undefined
  mistakes: readonly FileMistake[]
}

export interface ImportPlan {
  lines: readonly Line[]
  /** What is wrong with a file and not with one of its rows. */
  fileMistakes: readonly FileMistake[]
}

export type RowCorrections = ReadonlyMap<Row, Corrections>

interface Input {
  files: readonly ImportFile[]
  corrections: RowCorrections
  live: Live
  compareImages: CompareImages
}

/** What importing the files would do, by the plan of `rapport apply`. Nothing is deleted. */
export async function planImport({ files, corrections, live, compareImages }: Input): Promise<ImportPlan> {
  const found = Map.groupBy(
    files.flatMap(({ mistakes }) => mistakes),
    ({ row }) => row,
  )
  const corrected = files
    .flatMap(({ rows }) => rows)
    .map((base) => {
      const own = corrections.get(base)
      const mistakes = found.get(base) ?? []
      const read = own ? correctRow(base, mistakes, own) : { row: base, mistakes }
      return { base, row: read.row, mistakes: read.mistakes }
    })
  const { changes, mistakes } = await planChanges({
    rows: corrected.map(({ row }) => row),
    mistakes: [...(found.get(undefined) ?? []), ...corrected.flatMap((one) => one.mistakes)],
    live,
    pruned: [],
    compareImages,
  })
  const changeOf = new Map(changes.map((change) => [change.row, change]))
  const mistakesOf = Map.groupBy(mistakes, ({ row }) => row)
  const lines = corrected.map(({ base, row }, index): Line => {
    const change = changeOf.get(row)
    const wrong = mistakesOf.get(row) ?? []
    const group = wrong.length > 0 || !change || change.action === 'delete' ? 'problem' : change.action
    const key = change?.key ?? keyText(row.entity, row.values)
    return { id: String(index), base, row, key: key.slice(key.indexOf('/') + 1), group, change, mistakes: wrong }
  })
  return { lines, fileMistakes: mistakesOf.get(undefined) ?? [] }
}
