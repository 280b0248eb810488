import type { JoinedCount, UserSummary, ValueCount } from '@rapport/core/entities/users/user.ts'
import { TIER_ROLES, toTier } from '@rapport/core/statistics/summary.ts'
import { countValues, facetTests, type UserGroup } from '@rapport/core/statistics/user-counts.ts'
import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { compiledQuery } from '#server/db/compiled-query.ts'
import type { UserRow } from '#server/db/schema.ts'
import { indexedConditions, JOINED, narrowTableConditions, type UserFilter, whereClause } from './user-filter.repo.ts'

export interface UserCounts {
  groups: (UserGroup & { users: number })[]
  summary: UserSummary
  statuses: ValueCount[]
  roles: ValueCount[]
}

const COUNTS = ['users', 'not_completed', 'under_16_or_not_set'] as const

const selectGroups = compiledQuery((db) =>
  db
    .selectFrom('user_counts')
    .select(['status', 'role'])
    .select((eb) => COUNTS.map((name) => eb.cast<number>(eb.fn.sum(name), 'bigint').as(name)))
    .groupBy(['status', 'role']),
)

export async function readCounts(db: Db): Promise<UserCounts> {
  const groups = await selectGroups(db, {})
  const summary = { total: 0, active: 0, pro: 0, basic: 0, none: 0, not_completed: 0, under_16_or_not_set: 0 }
  for (const { status, role, users, not_completed, under_16_or_not_set } of groups) {
    summary.total += users
    if (status === 'active') summary.active += users
    summary[toTier(role)] += users
    summary.not_completed += not_completed
    summary.under_16_or_not_set += under_16_or_not_set
  }
  return { groups, summary, statuses: countValues(groups, 'status'), roles: countValues(groups, 'role') }
}

type FacetRow = Pick<UserRow, 'status' | 'role' | 'gender' | 'age' | 'profile_completed'> & { users: number }

/** Counts the users whom the search and the dates find, for each combination of the values that facets count. */
export async function countFacetGroups(db: Db, engine: Engine, filter: UserFilter): Promise<UserGroup[]> {
  const found = { ...filter, values: {} }
  const table = engine === 'sqlite' ? sql`user_texts` : sql`users`
  const conditions = engine === 'sqlite' ? narrowTableConditions(found) : indexedConditions(found)
  const columns = sql`status, role, gender, age, profile_completed`
  const { rows } = await sql<FacetRow>`
    select ${columns}, count(*) as users from ${table} ${whereClause(conditions)} group by ${columns}`.execute(db)
  return rows.map(({ status, role, gender, age, profile_completed, users }) => ({
    status,
    role,
    gender,
    age,
    profile_completed: profile_completed === 1,
    users,
  }))
}

/** Counts the users who joined between neighbouring `bounds` (seconds), from an index only. */
export async function countJoined(db: Db, engine: Engine, bounds: readonly number[]): Promise<JoinedCount[]> {
  const joinedSql = JOINED[engine]
  const counts = bounds.slice(1).map(
    (end, index) => sql`
      select cast(${index} as integer) as number, count(*) as total,
        count(*) filter (where role = ${TIER_ROLES.pro}) as pro,
        count(*) filter (where role = ${TIER_ROLES.basic}) as basic
      from users where ${joinedSql} >= ${(bounds[index] ?? end) * 1000} and ${joinedSql} < ${end * 1000}`,
  )
  const { rows } = await sql<JoinedCount & { number: number }>`
    ${sql.join(counts, sql` union all `)} order by number`.execute(db)
  return rows.map(({ total, pro, basic }) => ({ total, pro, basic }))
}

/** Counts users by status and role; other conditions of the filter are ignored. */
export function countInGroups({ groups }: UserCounts, { values }: UserFilter): number {
  const { status, role } = facetTests(values)
  return groups.filter((group) => status(group) && role(group)).reduce((sum, { users }) => sum + users, 0)
}

/**
 * Compacts PostgreSQL's log of changes into sums, in one statement: a reader sees either the log or its sums, and a concurrent
 * call waits and finds nothing left.
 */
export async function compactUserCounts(db: Db, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await sql`
    with taken as (delete from user_counts returning status, role, users, not_completed, under_16_or_not_set)
    insert into user_counts (status, role, users, not_completed, under_16_or_not_set)
    select status, role, sum(users), sum(not_completed), sum(under_16_or_not_set)
    from taken group by status, role having sum(users) <> 0`.execute(db)
}
