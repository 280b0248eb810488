import { fullName, joinedAt, type User } from '@rapport/core/entities/users/user.ts'

/** Names a user, by e-mail address or id where there is no name. */
export function userLabel(user: User): string {
  return fullName(user) ?? (user.email || `user ${user.id}`)
}

/** When a user joined, as the server sent it. */
export function joinedText({ joined_date, created_at }: User): string | undefined {
  return joined_date || created_at || undefined
}

/** Whether the server sent a joined date that cannot be read. */
export function hasUnreadableDate(user: User): boolean {
  return joinedText(user) !== undefined && joinedAt(user) === undefined
}

/** `1 user` or `2 users`. */
export function userCount(count: number): string {
  return `${count} ${count === 1 ? 'user' : 'users'}`
}
