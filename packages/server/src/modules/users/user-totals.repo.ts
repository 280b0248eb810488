import type { UserSummary } from '@rapport/core/users/user.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import {
  filters,
  hasTrigrams,
  isFiltered,
  isFound,
  isTrigram,
  likePattern,
  type Selection,
  trigramMatch,
  userFilters,
  where,
} from './user-selection.repo.ts'

/** So many changes of the counts are added up at each reading before somebody sums them up. */
const LONG_LOG = 500

/** How many users there are of each kind. */
export interface Census {
  groups: { status: string; role: string; users: number }[]
  /** Another one after any change that a total depends on. */
  version: string
  isLong: boolean
}

interface CountedGroup {
  status: string
  role: string
  users: number
  entries: number
  version: number
}

/** Prepared, since it is a part of every list. */
const selectGroups = {
  sqlite: prepared((db) => {
    const query = sql<CountedGroup>`
      select status, role, users, 1 as entries, (select version from user_version) as version from user_counts`
    return { compile: () => query.compile(db) }
  }),
  // A change appends a row with a new id, and summing up replaces all rows by ones with newer ids.
  postgres: prepared((db) => {
    const query = sql<CountedGroup>`
      select status, role, sum(users)::bigint as users, count(*) as entries, max(id) as version
      from user_counts group by status, role`
    return { compile: () => query.compile(db) }
  }),
}

/** Reads what triggers have counted. */
export async function readCensus(db: Db, engine: Engine): Promise<Census> {
  const rows = await selectGroups[engine](db, {})
  const entries = rows.reduce((sum, row) => sum + row.entries, 0)
  return {
    groups: rows,
    version: `${entries} ${Math.max(0, ...rows.map(({ version }) => version))}`,
    isLong: entries - rows.length > LONG_LOG,
  }
}

export function summaryOf({ groups }: Census): UserSummary {
  const summary = { total: 0, active: 0, pro: 0, basic: 0, none: 0 }
  for (const { status, role, users } of groups) {
    summary.total += users
    if (status === 'active') summary.active += users
    summary[role === 'admin' ? 'pro' : role === 'user' ? 'basic' : 'none'] += users
  }
  return summary
}

/**
 * Sums up PostgreSQL's log of changes. One statement: a reader sees either the log or its sum, a second one at the same
 * time waits and then finds nothing left of what the first has taken, and writers append meanwhile.
 */
export async function sumUpCounts(db: Db, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await sql`
    with taken as (delete from user_counts returning status, role, users)
    insert into user_counts (status, role, users)
    select status, role, sum(users) from taken group by status, role having sum(users) <> 0`.execute(db)
}

/** Whether the census alone tells how many match. */
export function isCounted({ term, joinedFrom, joinedTo }: Selection): boolean {
  return term === '' && joinedFrom === undefined && joinedTo === undefined
}

export function countFromCensus({ groups }: Census, { status, role }: Selection): number {
  const matching = groups.filter(
    (group) => (status === undefined || group.status === status) && (role === undefined || group.role === role),
  )
  return matching.reduce((sum, { users }) => sum + users, 0)
}

/** How many users the term alone finds, `most + 1` for any more; undefined when it is too short to be looked up. */
export async function probeTerm(db: Db, engine: Engine, term: string, most: number): Promise<number | undefined> {
  if (!hasTrigrams(term)) return undefined
  const found = {
    sqlite: sql`user_trigrams where user_trigrams match ${trigramMatch(term)}`,
    postgres: sql`users where ${isFound(term, 'postgres')}`,
  }
  return countRows(db, sql`(select 1 from ${found[engine]} limit ${most + 1}) as found`)
}

/** Counts the matches; `isRare` tells that the term finds few. */
export async function countMatches(db: Db, engine: Engine, selection: Selection, isRare: boolean): Promise<number> {
  const { term } = selection
  if (engine === 'sqlite' && isRare) return countRows(db, foundByTrigrams(selection))
  // Of a single trigram it is known who has it; of more, where they stand in a text must be looked at too.
  if (engine === 'sqlite' && isTrigram(term) && !isFiltered(selection)) {
    return countRows(db, sql`user_trigrams where user_trigrams match ${trigramMatch(term)}`)
  }
  if (engine === 'sqlite' && term !== '') return countRows(db, foundInTexts(selection))
  const conditions = userFilters(selection, engine)
  if (term !== '') conditions.push(isFound(term, engine))
  return countRows(db, sql`users ${where(conditions)}`)
}

/** On SQLite: the users that the term's trigrams find. They come first, whatever order is asked for. */
export function foundByTrigrams(selection: Selection): RawBuilder<unknown> {
  const isMatch = sql<boolean>`user_trigrams match ${trigramMatch(selection.term)}`
  return sql`user_trigrams cross join users on users.id = user_trigrams.rowid
    ${where([isMatch, ...userFilters(selection, 'sqlite')])}`
}

/** On SQLite: the texts that hold the term, all of them read: half of the time of the same in `users`. */
export function foundInTexts(selection: Selection): RawBuilder<unknown> {
  const isMatch = sql<boolean>`user_texts.text like ${likePattern(selection.term)} escape '\\'`
  return sql`user_texts ${where([...filters(selection, 'user_texts', sql`user_texts.joined`), isMatch])}`
}

async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db)
  return rows[0]?.total ?? 0
}
