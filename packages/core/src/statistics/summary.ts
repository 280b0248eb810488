import type { User, UserSummary } from '../entities/users/user.ts'

/** The role whose users count as Pro, and as Basic (specification, section 4). */
export const TIER_ROLES = { pro: 'admin', basic: 'user' } as const

export function toTier(role: User['role']): 'pro' | 'basic' | 'none' {
  if (role === TIER_ROLES.pro) return 'pro'
  return role === TIER_ROLES.basic ? 'basic' : 'none'
}

export function summarize(users: readonly Pick<User, 'role' | 'status'>[]): UserSummary {
  const summary = { total: users.length, active: 0, pro: 0, basic: 0, none: 0 }
  for (const { role, status } of users) {
    if (status === 'active') summary.active += 1
    summary[toTier(role)] += 1
  }
  return summary
}

/** Returns a whole percentage of all users; 0 without users (specification, section 4). */
export function toPercent(count: number, { total }: UserSummary): number {
  return total === 0 ? 0 : Math.round((count / total) * 100)
}
