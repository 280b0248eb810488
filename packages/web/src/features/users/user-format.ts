import { fullName, joinedAt, type User } from '@rapport/core/entities/users/user.ts'

export function userLabel(user: User): string {
  return fullName(user) ?? (user.email || `user ${user.id}`)
}

export function formatJoinedDate({ joined_date, created_at }: User): string | undefined {
  return joined_date || created_at || undefined
}

export function hasUnreadableDate(user: User): boolean {
  return formatJoinedDate(user) !== undefined && joinedAt(user) === undefined
}

/** Formats a count, such as `1 user` or `2 users`. */
export function userCount(count: number): string {
  return `${count} ${count === 1 ? 'user' : 'users'}`
}
