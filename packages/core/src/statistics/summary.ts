import type { User, UserSummary } from '../entities/users/user.ts'

/** Counts users for the dashboard: role admin is Pro, role user is Basic (specification, section 4). */
export function summarize(users: readonly Pick<User, 'role' | 'status'>[]): UserSummary {
  const summary = { total: users.length, active: 0, pro: 0, basic: 0, none: 0 }
  for (const { role, status } of users) {
    if (status === 'active') summary.active += 1
    if (role === 'admin') summary.pro += 1
    else if (role === 'user') summary.basic += 1
    else summary.none += 1
  }
  return summary
}

/** Whole percentages; 0 without users (specification, section 4). */
export function tierPercentages({ total, pro, basic }: UserSummary): { pro: number; basic: number } {
  const percent = (count: number) => (total === 0 ? 0 : Math.round((count / total) * 100))
  return { pro: percent(pro), basic: percent(basic) }
}
