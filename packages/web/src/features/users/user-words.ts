import { fullName, type User } from '@rapport/core/users/user.ts'

/** Names a user, by e-mail address or id where there is no name. */
export function describe(user: User): string {
  return fullName(user) ?? user.email ?? `user ${user.id}`
}

/** `1 user` or `2 users`. */
export function counted(count: number): string {
  return `${count} ${count === 1 ? 'user' : 'users'}`
}
