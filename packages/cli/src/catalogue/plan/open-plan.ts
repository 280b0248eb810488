import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { imageComparison } from '../images/compare-images.ts'
import { type ImageLocks, imageLocks } from '../images/image-lock.ts'
import { type Catalogue, type FilesInput, readCatalogue } from '../read/read-files.ts'
import type { FileMistake, Row } from '../read/row.ts'
import { readLive } from './live.ts'
import { type Change, planChanges } from './plan.ts'

export interface PlanFiles extends FilesInput {
  prune: boolean
  concurrency: number
}

export interface OpenPlan {
  catalogue: Catalogue
  changes: Change[]
  /** Of all files, in their order: with any of them nothing is applied. */
  mistakes: FileMistake[]
  locks: ImageLocks
}

/** Reads the files and the server and compares them. */
export async function openPlan(input: PlanFiles, deps: Deps): Promise<OpenPlan> {
  const catalogue = await readCatalogue(input, deps.stdin)
  const locks = imageLocks()
  const { changes, mistakes } = await comparePlan(catalogue, locks, input, deps)
  return { catalogue, changes, mistakes: inOrder(mistakes, input.files), locks }
}

async function comparePlan(catalogue: Catalogue, locks: ImageLocks, input: PlanFiles, deps: Deps) {
  const { rows, entities, mistakes } = catalogue
  try {
    const live = await readLive(entities, deps)
    const compareImages = imageComparison(locks, deps, input.concurrency)
    const plan = await planChanges({ rows, live, pruned: input.prune ? entities : [], compareImages })
    return { changes: plan.changes, mistakes: withoutRepeats([...mistakes, ...plan.mistakes]) }
  } catch (error) {
    // What is wrong with the files is wrong without the server too.
    if (mistakes.length > 0) return { changes: [], mistakes }
    throw error
  }
}

/** What a file says in a wrong way is not missing as well: the first mistake of a field is the one. */
function withoutRepeats(mistakes: readonly FileMistake[]): FileMistake[] {
  const seen = new Map<Row, Set<string>>()
  return mistakes.filter(({ row, field }) => {
    if (!row || field === undefined) return true
    const fields = seen.get(row) ?? new Set()
    seen.set(row, fields)
    return fields.has(field) ? false : fields.add(field)
  })
}

function inOrder(mistakes: readonly FileMistake[], files: readonly string[]): FileMistake[] {
  // Mistakes name standard input differently.
  const order = ({ file }: FileMistake) => files.indexOf(files.includes(file) ? file : '-')
  return mistakes.toSorted((a, b) => order(a) - order(b) || a.line - b.line || a.column - b.column)
}

/** The error of a plan with mistakes. */
export function badRows(mistakes: readonly FileMistake[], hint?: string): CliError {
  const count = mistakes.length === 1 ? 'one mistake' : `${mistakes.length} mistakes`
  const where = new Set(mistakes.map(({ file }) => file))
  const message = `There ${mistakes.length === 1 ? 'is' : 'are'} ${count} in ${[...where].join(', ')}. Nothing was changed.`
  const told = mistakes.map(({ file, line, column, message: text }) => ({ file, line, column, message: text }))
  return new CliError('bad_rows', message, { mistakes: told, hint })
}
