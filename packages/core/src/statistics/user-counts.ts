import { joinedAt, type JoinedCount, type User, type ValueCount } from '../entities/users/user.ts'
import { toTier } from './summary.ts'

/** Counts users by status or role, sorted by value. Users without one are left out. */
export function countValues(users: readonly User[], field: 'status' | 'role'): ValueCount[] {
  const counts = new Map<string, number>()
  for (const { [field]: value } of users) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  return sortByValue([...counts].map(([value, count]) => ({ value, users: count })))
}

/** Sorts by code unit, which no locale or database setting changes. */
export function sortByValue(counts: readonly ValueCount[]): ValueCount[] {
  return counts.toSorted((a, b) => (a.value < b.value ? -1 : 1))
}

/** Counts the users who joined between neighbouring bounds, given in seconds since 1970 in ascending order. */
export function countJoinedBetween(users: readonly User[], bounds: readonly number[]): JoinedCount[] {
  const counts = bounds.slice(1).map((): JoinedCount => ({ total: 0, pro: 0, basic: 0 }))
  for (const user of users) {
    const joinedMs = joinedAt(user)?.getTime()
    if (joinedMs === undefined) continue
    const count = counts[bounds.findLastIndex((bound) => bound * 1000 <= joinedMs)]
    if (!count) continue
    count.total += 1
    const tier = toTier(user.role)
    if (tier !== 'none') count[tier] += 1
  }
  return counts
}

/** Returns the local midnights around the last `count` days, today included, in seconds since 1970: `count + 1` of them. */
export function lastDays(count: number, today: Date): number[] {
  // Computes with calendar days: a day has 23 or 25 hours when the clocks change.
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  return Array.from(
    { length: count + 1 },
    (_, index) => new Date(year, month, day - count + 1 + index).getTime() / 1000,
  )
}
