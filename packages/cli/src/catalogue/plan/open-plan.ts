import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { openSource } from '../environments.ts'
import { imageComparison, imagesOfFiles, imagesOfServer, type ImageSource } from '../images/compare-images.ts'
import { type ImageLocks, imageLocks } from '../images/image-lock.ts'
import { type Catalogue, type FilesInput, readCatalogue } from '../read/read-files.ts'
import { readServer } from '../read/read-server.ts'
import type { FileMistake, Row } from '../read/row.ts'
import { readLive } from './live.ts'
import { keyText } from './match.ts'
import { type Change, planChanges } from './plan.ts'

export interface PlanOptions {
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
export async function openPlan(input: FilesInput & PlanOptions, deps: Deps): Promise<OpenPlan> {
  const plan = await compare(await readCatalogue(input, deps.stdin), imagesOfFiles, input, deps)
  return { ...plan, mistakes: inOrder(plan.mistakes, input.files) }
}

/** Reads the server of another profile and this one and compares them. */
export async function openPromotion(
  input: PlanOptions & { from: string; kind: readonly string[] | undefined },
  deps: Deps,
): Promise<OpenPlan> {
  const source = openSource(input.from, deps)
  return compare(await readServer(input.kind, source), imagesOfServer(source), input, deps)
}

/** Compares what is wanted with the server. */
export async function compare(
  catalogue: Catalogue,
  images: ImageSource,
  { prune, concurrency }: PlanOptions,
  deps: Deps,
): Promise<OpenPlan> {
  const { rows, entities, mistakes } = catalogue
  const locks = imageLocks()
  try {
    const live = await readLive(entities, deps)
    const compareImages = imageComparison({ images, locks, concurrency }, deps)
    const plan = await planChanges({ rows, live, pruned: prune ? entities : [], compareImages })
    return { catalogue, changes: plan.changes, mistakes: withoutRepeats([...mistakes, ...plan.mistakes]), locks }
  } catch (error) {
    // What is wrong with the files is wrong without the server too.
    if (mistakes.length > 0) return { catalogue, changes: [], mistakes, locks }
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
  const at = (one: number | undefined, other: number | undefined) => (one ?? 0) - (other ?? 0)
  return mistakes.toSorted((a, b) => order(a) - order(b) || at(a.line, b.line) || at(a.column, b.column))
}

/** The error of a plan with mistakes. */
export function badRows(mistakes: readonly FileMistake[], hint?: string): CliError {
  const count = mistakes.length === 1 ? 'one mistake' : `${mistakes.length} mistakes`
  const where = new Set(mistakes.map(({ file }) => file))
  const message = `There ${mistakes.length === 1 ? 'is' : 'are'} ${count} in ${[...where].join(', ')}. Nothing was changed.`
  return new CliError('bad_rows', message, { mistakes: mistakes.map(problemOf), hint })
}

/** A mistake as it is printed: by its place, or by the record that it is about where there are no lines. */
export function problemOf({ file, line, column, message, row }: FileMistake) {
  if (line !== undefined || !row) return { file, line, column, message }
  return { file, message: `${keyText(row.entity, row.values)}: ${message}` }
}
