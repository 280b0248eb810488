import type { User, UserSummary } from '../entities/users/user.ts'

/** The role whose users count as Pro, and as Basic (specification, section 4). */
export const TIER_ROLES = { pro: 'admin', basic: 'user' } as const

export function toTier(role: User['role']): 'pro' | 'basic' | 'none' {
  if (role === TIER_ROLES.pro) return 'pro'
  return role === TIER_ROLES.basic ? 'basic' : 'none'
}

export function isUnder16({ age }: Pick<User, 'age'>): boolean {
  return typeof age === 'number' && age < 16
}

export function summarize(
  users: readonly Pick<User, 'role' | 'status' | 'age' | 'profile_completed'>[],
): Required<UserSummary> {
  const summary = {
    total: users.length,
    active: 0,
    pro: 0,
    basic: 0,
    none: 0,
    not_completed: 0,
    under_16_or_not_set: 0,
  }
  for (const user of users) {
    if (user.status === 'active') summary.active += 1
    summary[toTier(user.role)] += 1
    if (user.profile_completed !== true) summary.not_completed += 1
    if (typeof user.age !== 'number' || isUnder16(user)) summary.under_16_or_not_set += 1
  }
  return summary
}

/** Returns a whole percentage of all users; 0 without users (specification, section 4). */
export function toPercent(count: number, { total }: Pick<UserSummary, 'total'>): number {
  return total === 0 ? 0 : Math.round((count / total) * 100)
}
