import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { imageComparison, type ImageSource } from '@rapport/core/catalogue/plan/compare-images.ts'
import { imageAccess } from '../images/image-access.ts'
import { imagesOfFiles, imagesOfServer } from '../images/image-sources.ts'
import { type ImageLocks, imageLocks } from '../images/image-lock.ts'
import type { Catalogue } from '@rapport/core/catalogue/read/read-sources.ts'
import { type FilesInput, readCatalogue } from '../read/read-files.ts'
import { readServer } from '../read/read-server.ts'
import type { FileMistake } from '@rapport/core/catalogue/read/row.ts'
import { readLive } from '@rapport/core/catalogue/plan/live.ts'
import { keyText } from '@rapport/core/catalogue/plan/match.ts'
import { type Change, planChanges } from '@rapport/core/catalogue/plan/plan.ts'
import { pluralize } from '#cli/io/pluralize.ts'

export interface PlanOptions {
  prune: boolean
  concurrency: number
}

export interface OpenPlan {
  catalogue: Catalogue
  changes: Change[]
  /** The errors of all files, in their order. If there are any, nothing is applied. */
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
  source: Deps,
  input: PlanOptions & { kind: readonly string[] | undefined },
  deps: Deps,
): Promise<OpenPlan> {
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
    const compareImages = imageComparison({ images, concurrency, ...imageAccess(locks, deps) })
    const plan = await planChanges({ rows, mistakes, live, pruned: prune ? entities : [], compareImages })
    return { catalogue, ...plan, locks }
  } catch (error) {
    // What is wrong with the files is wrong without the server too.
    if (mistakes.length > 0) return { catalogue, changes: [], mistakes, locks }
    throw error
  }
}

function inOrder(mistakes: readonly FileMistake[], files: readonly string[]): FileMistake[] {
  // Mistakes name standard input differently.
  const order = ({ file }: FileMistake) => files.indexOf(files.includes(file) ? file : '-')
  const at = (one: number | undefined, other: number | undefined) => (one ?? 0) - (other ?? 0)
  return mistakes.toSorted((a, b) => order(a) - order(b) || at(a.line, b.line) || at(a.column, b.column))
}

/** The error of a plan with mistakes. */
export function badRows(mistakes: readonly FileMistake[], hint?: string): CliError {
  const count = pluralize(mistakes.length, 'error')
  const where = new Set(mistakes.map(({ file }) => file))
  const message = `There ${mistakes.length === 1 ? 'is' : 'are'} ${count} in ${[...where].join(', ')}. Nothing was changed.`
  return new CliError('bad_rows', message, { mistakes: mistakes.map(problemOf), hint })
}

/** A mistake as it is printed: by its place, or by the record that it is about where there are no lines. */
export function problemOf({ file, line, column, message, row }: FileMistake) {
  if (line !== undefined || !row) return { file, line, column, message }
  return { file, message: `${keyText(row.entity, row.values)}: ${message}` }
}
