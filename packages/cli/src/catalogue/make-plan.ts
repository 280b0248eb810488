import { createImageComparison, type ImageSource } from '@rapport/core/catalogue/plan/compare-images.ts'
import { type Change, planChanges } from '@rapport/core/catalogue/plan/plan.ts'
import { fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import type { Catalogue } from '@rapport/core/catalogue/read/read-sources.ts'
import type { FileIssue } from '@rapport/core/catalogue/read/row.ts'
import { formatLocation } from '@rapport/core/catalogue/read/source-location.ts'
import type { Deps } from '#cli/deps.ts'
import { createImageAccess } from './images/download-image.ts'
import { type ImageLocks, openImageLocks } from './images/image-lock.ts'
import { imagesOfFiles, imagesOfServer } from './images/image-sources.ts'
import { type FilesInput, readCatalogue } from './read-files.ts'
import { readServer } from './read-server.ts'

export interface PlanOptions {
  prune: boolean
  concurrency: number
}

export interface CataloguePlan {
  catalogue: Catalogue
  changes: Change[]
  /** The issues of all files, in file order. If there are any, nothing is applied. */
  issues: FileIssue[]
  locks: ImageLocks
}

export async function planFromFiles(input: FilesInput & PlanOptions, deps: Deps): Promise<CataloguePlan> {
  const plan = await planFromCatalogue(await readCatalogue(input, deps), imagesOfFiles(deps), input, deps)
  return { ...plan, issues: sortIssues(plan.issues, input.files) }
}

/** Plans the changes that copy the catalogue of another profile. */
export async function planFromProfile(
  source: Deps,
  input: PlanOptions & { kinds: readonly string[] | undefined },
  deps: Deps,
): Promise<CataloguePlan> {
  return planFromCatalogue(await readServer(input.kinds, source), imagesOfServer(source), input, deps)
}

/** Compares a catalogue with the server. */
export async function planFromCatalogue(
  catalogue: Catalogue,
  images: ImageSource,
  { prune, concurrency }: PlanOptions,
  deps: Deps,
): Promise<CataloguePlan> {
  const { rows, entities } = catalogue
  const issues = prune ? [...catalogue.issues, ...(catalogue.valueless ?? [])] : catalogue.issues
  if (!prune) {
    for (const { message, ...location } of catalogue.valueless ?? [])
      deps.terminal.info(`note: ${formatLocation(location)}: ${message}`)
  }
  const locks = openImageLocks()
  try {
    const remote = await fetchRemote(entities, deps.client)
    const compareImages = createImageComparison({ images, concurrency, ...createImageAccess(locks, deps) })
    const plan = await planChanges({ rows, issues, remote, prunedEntities: prune ? entities : [], compareImages })
    return { catalogue, ...plan, locks }
  } catch (error) {
    // The files have these issues whether or not the server responds.
    if (issues.length > 0) return { catalogue, changes: [], issues, locks }
    throw error
  }
}

function sortIssues(issues: readonly FileIssue[], files: readonly string[]): FileIssue[] {
  // Standard input has another name in issues.
  const fileIndex = ({ file }: FileIssue) => files.indexOf(files.includes(file) ? file : '-')
  const compareNumbers = (a: number | undefined, b: number | undefined) => (a ?? 0) - (b ?? 0)
  return issues.toSorted(
    (a, b) => fileIndex(a) - fileIndex(b) || compareNumbers(a.line, b.line) || compareNumbers(a.column, b.column),
  )
}
