import { unwrapUsers } from '@rapport/core/api/unwrap-users.ts'
import type { UserListQuery } from '@rapport/core/users/user.ts'
import { api } from './api.ts'
import { betweenFrames } from './pause.ts'

/** Reads an answer that may hold all users, between frames; a query is heeded by servers that page. */
export function readUsers(signal: AbortSignal, query: UserListQuery = {}) {
  return unwrapUsers(
    api.GET('/api/admin/users', { params: { query }, parseAs: 'stream', signal }),
    betweenFrames(signal),
  )
}
