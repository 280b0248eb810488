import { fullName, type User } from '@rapport/core/users/user.ts'

/** A user in words, by the best name there is. */
export function describe(user: User): string {
  return fullName(user) ?? user.email ?? `user ${user.id}`
}

/** So many users. */
export function counted(count: number): string {
  return `${count} ${count === 1 ? 'user' : 'users'}`
}
