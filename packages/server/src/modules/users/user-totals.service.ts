import type { UserSummary } from '@rapport/core/users/user.ts'
import type { Database } from '#server/db/client.ts'
import { databaseProblem } from '#server/db/database-problem.ts'
import { isFiltered, type Selection, type Thresholds } from './user-selection.repo.ts'
import {
  countFromCensus,
  countMatches,
  isCounted,
  probeTerm,
  readCensus,
  summaryOf,
  sumUpCounts,
} from './user-totals.repo.ts'

export interface Totals {
  total: number
  /** The term finds few users, whatever else is asked for. */
  isRare: boolean
  summary: UserSummary
}

type Counted = Pick<Totals, 'total' | 'isRare'>

/** As many as admins turn pages of at the same time. */
const REMEMBERED = 200

/**
 * Counts what matches. A total is remembered until a user comes, goes or changes, so that turning pages and sorting do
 * not count anew; the database tells the version, so it holds for all processes.
 */
export function userTotals({ db, engine }: Pick<Database, 'db' | 'engine'>, { rare }: Thresholds) {
  const remembered = new Map<string, Counted>()
  let ofVersion = ''

  async function count(selection: Selection): Promise<Totals> {
    const census = await readCensus(db, engine)
    if (census.isLong) await shorten()
    const summary = summaryOf(census)
    if (isCounted(selection)) return { total: countFromCensus(census, selection), isRare: false, summary }

    if (census.version !== ofVersion || remembered.size >= REMEMBERED) remembered.clear()
    ofVersion = census.version
    const key = JSON.stringify(selection)
    const known = remembered.get(key)
    if (known) return { ...known, summary }
    const counted = await countAnew(selection)
    // What was counted while the version went on may be of the next one: no answer after that may have it.
    if (ofVersion === census.version) remembered.set(key, counted)
    return { ...counted, summary }
  }

  /** What cannot be summed up now, as the disk is full, say, is so later: the log tells the same, only slower. */
  async function shorten(): Promise<void> {
    try {
      await sumUpCounts(db, engine)
    } catch (error) {
      if (databaseProblem(error) === undefined) throw error
    }
  }

  async function countAnew(selection: Selection): Promise<Counted> {
    const { term } = selection
    const found = term === '' ? undefined : await probeTerm(db, engine, term, rare)
    const isRare = found !== undefined && found <= rare
    if (isRare && !isFiltered(selection)) return { total: found, isRare }
    return { total: await countMatches(db, engine, selection, isRare), isRare }
  }

  return { count }
}
