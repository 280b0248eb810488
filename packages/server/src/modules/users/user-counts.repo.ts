import type { JoinedCount, UserSummary, ValueCount } from '@rapport/core/entities/users/user.ts'
import { TIER_ROLES, toTier } from '@rapport/core/statistics/summary.ts'
import { countValues, facetTests } from '@rapport/core/statistics/user-counts.ts'
import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { compiledQuery } from '#server/db/compiled-query.ts'
import { JOINED, type UserFilter } from './user-filter.repo.ts'

export interface UserCounts {
  groups: { status: string; role: string; users: number }[]
  summary: UserSummary
  statuses: ValueCount[]
  roles: ValueCount[]
}

const selectGroups = compiledQuery((db) =>
  db
    .selectFrom('user_counts')
    .select((eb) => ['status', 'role', eb.cast<number>(eb.fn.sum('users'), 'bigint').as('users')])
    .groupBy(['status', 'role']),
)

export async function readCounts(db: Db): Promise<UserCounts> {
  const groups = await selectGroups(db, {})
  const summary = { total: 0, active: 0, pro: 0, basic: 0, none: 0 }
  for (const { status, role, users } of groups) {
    summary.total += users
    if (status === 'active') summary.active += users
    summary[toTier(role)] += users
  }
  return { groups, summary, statuses: countValues(groups, 'status'), roles: countValues(groups, 'role') }
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
    with taken as (delete from user_counts returning status, role, users)
    insert into user_counts (status, role, users)
    select status, role, sum(users) from taken group by status, role having sum(users) <> 0`.execute(db)
}
