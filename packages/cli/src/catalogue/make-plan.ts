import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { imageComparison, type ImageSource } from '@rapport/core/catalogue/plan/compare-images.ts'
import { imageAccess } from './images/image-access.ts'
import { imagesOfFiles, imagesOfServer } from './images/image-sources.ts'
import { type ImageLocks, imageLocks } from './images/image-lock.ts'
import type { Catalogue } from '@rapport/core/catalogue/read/read-sources.ts'
import { type FilesInput, readCatalogue } from './read-files.ts'
import { readServer } from './read-server.ts'
import type { FileIssue } from '@rapport/core/catalogue/read/row.ts'
import { fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import { keyText } from '@rapport/core/catalogue/plan/match.ts'
import { type Change, planChanges } from '@rapport/core/catalogue/plan/plan.ts'
import { pluralize } from '#cli/output/pluralize.ts'

export interface PlanOptions {
  prune: boolean
  concurrency: number
}

export interface CataloguePlan {
  catalogue: Catalogue
  changes: Change[]
  /** Issues of all files, in file order. If there are any, nothing is applied. */
  issues: FileIssue[]
  locks: ImageLocks
}

export async function planFromFiles(input: FilesInput & PlanOptions, deps: Deps): Promise<CataloguePlan> {
  const plan = await compare(await readCatalogue(input, deps.stdin), imagesOfFiles, input, deps)
  return { ...plan, issues: inOrder(plan.issues, input.files) }
}

/** Plans what would copy the catalogue of another profile. */
export async function planFromProfile(
  source: Deps,
  input: PlanOptions & { kind: readonly string[] | undefined },
  deps: Deps,
): Promise<CataloguePlan> {
  return compare(await readServer(input.kind, source), imagesOfServer(source), input, deps)
}

/** Compares a catalogue with the server. */
export async function compare(
  catalogue: Catalogue,
  images: ImageSource,
  { prune, concurrency }: PlanOptions,
  deps: Deps,
): Promise<CataloguePlan> {
  const { rows, entities, issues } = catalogue
  const locks = imageLocks()
  try {
    const remote = await fetchRemote(entities, deps)
    const compareImages = imageComparison({ images, concurrency, ...imageAccess(locks, deps) })
    const plan = await planChanges({ rows, issues, remote, pruned: prune ? entities : [], compareImages })
    return { catalogue, ...plan, locks }
  } catch (error) {
    // The issues hold whether or not the server responds.
    if (issues.length > 0) return { catalogue, changes: [], issues, locks }
    throw error
  }
}

function inOrder(issues: readonly FileIssue[], files: readonly string[]): FileIssue[] {
  // Standard input has another name in issues.
  const order = ({ file }: FileIssue) => files.indexOf(files.includes(file) ? file : '-')
  const at = (one: number | undefined, other: number | undefined) => (one ?? 0) - (other ?? 0)
  return issues.toSorted((a, b) => order(a) - order(b) || at(a.line, b.line) || at(a.column, b.column))
}

export function badRows(issues: readonly FileIssue[], hint?: string): CliError {
  const count = pluralize(issues.length, 'error')
  const where = new Set(issues.map(({ file }) => file))
  const message = `There ${issues.length === 1 ? 'is' : 'are'} ${count} in ${[...where].join(', ')}. Nothing was changed.`
  return new CliError('bad_rows', message, { issues: issues.map(printedIssue), hint })
}

/** Formats an issue for JSON. Without a line, the record's key is part of the message. */
export function printedIssue({ file, line, column, message, row }: FileIssue) {
  if (line !== undefined || !row) return { file, line, column, message }
  return { file, message: `${keyText(row.entity, row.values)}: ${message}` }
}
