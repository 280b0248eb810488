import type { Deps } from '#cli/deps.ts'
import { CliError, type Mistake } from '#cli/io/errors.ts'
import { type ImageLocks, imageComparison, imageLocks } from './compare-images.ts'
import { readLive } from './live.ts'
import { type Change, planChanges } from './plan.ts'
import { type Catalogue, type FilesInput, readCatalogue } from './read-files.ts'
import type { Place, Row, WrittenRow } from './row.ts'

export interface PlanFiles extends FilesInput {
  prune: boolean
  concurrency: number
}

export interface OpenPlan {
  catalogue: Catalogue
  changes: Change[]
  locks: ImageLocks
}

/**
 * Reads the files and the server and compares them. Throws CliError with all mistakes of all files at once, after
 * `onMistakes` has been told of the rows they are in and has given a hint.
 */
export async function openPlan(
  input: PlanFiles,
  deps: Deps,
  onMistakes: (rows: readonly WrittenRow[], catalogue: Catalogue) => Promise<string | undefined> = async () =>
    undefined,
): Promise<OpenPlan> {
  const catalogue = await readCatalogue(input, deps.stdin)
  const locks = imageLocks()
  const { changes, mistakes } = await comparePlan(catalogue, locks, input, deps)
  if (mistakes.length === 0) return { catalogue, changes, locks }
  const sorted = inOrder(mistakes, input.files, (mistake) => mistake)
  const rows = [...catalogue.refused, ...mistakenRows(catalogue.rows, mistakes)]
  const hint = await onMistakes(
    inOrder(rows, input.files, ({ place }) => place),
    catalogue,
  )
  throw mistaken(sorted, hint)
}

async function comparePlan(catalogue: Catalogue, locks: ImageLocks, input: PlanFiles, deps: Deps) {
  const { rows, kinds, mistakes } = catalogue
  try {
    const live = await readLive(kinds, deps)
    const compareImages = imageComparison(locks, deps, input.concurrency)
    const plan = await planChanges({ rows, live, pruned: input.prune ? kinds : [], compareImages })
    return { changes: plan.changes, mistakes: withoutRepeats([...mistakes, ...plan.mistakes]) }
  } catch (error) {
    // What is wrong with the files is wrong without the server too.
    if (mistakes.length > 0) return { changes: [], mistakes }
    throw error
  }
}

/** What a file says in a wrong way is not missing as well: the first mistake of a field at a place is the one. */
function withoutRepeats(mistakes: readonly Mistake[]): Mistake[] {
  const seen = new Set<string>()
  return mistakes.filter((mistake) => {
    const field = /^\w+(?=: )/.exec(mistake.message)?.[0] ?? mistake.message
    const key = `${placeKey(mistake)} ${field}`
    return seen.has(key) ? false : seen.add(key)
  })
}

function mistakenRows(rows: readonly Row[], mistakes: readonly Mistake[]): Row[] {
  const places = new Set(mistakes.map(placeKey))
  return rows.filter(({ place, places: own }) => [place, ...own.values()].some((one) => places.has(placeKey(one))))
}

function placeKey({ file, line, column }: Pick<Mistake, 'file' | 'line' | 'column'>): string {
  return `${file}:${line}:${column}`
}

function inOrder<Item>(items: readonly Item[], files: readonly string[], placeOf: (item: Item) => Place): Item[] {
  // A mistake in `-` is told by another name.
  const order = ({ file }: Place) => files.indexOf(files.includes(file) ? file : '-')
  return items.toSorted((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)]
    return order(a) - order(b) || a.line - b.line || a.column - b.column
  })
}

function mistaken(mistakes: readonly Mistake[], hint: string | undefined): CliError {
  const count = mistakes.length === 1 ? 'one mistake' : `${mistakes.length} mistakes`
  const where = new Set(mistakes.map(({ file }) => file))
  const message = `There ${mistakes.length === 1 ? 'is' : 'are'} ${count} in ${[...where].join(', ')}. Nothing was changed.`
  return new CliError('bad_rows', message, { mistakes, hint })
}
