import type { HistoryEvent } from '#record-history/history.queries.ts'
import { fullName, joinedAt, type User } from '@rapport/core/entities/users/user.ts'

export function userLabel(user: User): string {
  return fullName(user) ?? (user.email || `user ${user.id}`)
}

export function formatJoinedDate({ joined_date, created_at }: User): string | undefined {
  return joined_date || created_at || undefined
}

/** Returns the event that a user joined, which the audit log does not have; undefined without a readable date. */
export function joinedEvent(user: User): HistoryEvent | undefined {
  const at = joinedAt(user)?.toISOString()
  if (at === undefined) return undefined
  const nothing = { ip: null, detail: null, changes: null }
  const actor = { actor: 'admin', actor_id: user.id, actor_name: userLabel(user) } as const
  return { id: 'joined', at, event: 'user.joined', entity: 'user', record_id: user.id, ...actor, ...nothing }
}

export function hasUnreadableDate(user: User): boolean {
  return formatJoinedDate(user) !== undefined && joinedAt(user) === undefined
}

/** Formats a count, such as `1 user` or `2 users`. */
export function userCount(count: number): string {
  return `${count} ${count === 1 ? 'user' : 'users'}`
}
