import type { User, UserListQuery, UserSummary } from '../entities/users/user.ts'
import { summarize } from '../statistics/summary.ts'
import type { CallOptions, Client } from './client.ts'
import { selectUsers } from './select-users.ts'

export interface FoundUsers {
  users: User[]
  /** Number of matches on all pages. */
  total: number
  /** Whether there may be more matches than `total`. */
  totalIsMinimum: boolean
  /** All users, from a server that cannot search. */
  all?: User[]
}

/** Finds users, on the server if it has `paging`, otherwise in memory. Without a page, all matches are one. */
export async function findUsers(client: Client, query: UserListQuery, options?: CallOptions): Promise<FoundUsers> {
  if (await client.offers('paging')) {
    const { users, total = users.length, total_is_minimum } = await client.call('listUsers', { query }, options)
    return { users, total, totalIsMinimum: total_is_minimum ?? false }
  }
  const { users: all } = await client.call('listUsers', {}, options)
  const { users, total } = selectUsers(all, query)
  return { users, total, totalIsMinimum: false, all }
}

const MAX_MATCHES = 1000

/** Finds users by id, for which the contract has no call. `isComplete` means that an id without a user does not exist. */
export async function findUsersById(
  client: Client,
  ids: readonly string[],
): Promise<{ users: User[]; isComplete: boolean }> {
  if (!(await client.offers('paging'))) return { users: (await client.call('listUsers')).users, isComplete: true }
  const found = await Promise.all(ids.map((search) => findUsers(client, { search, page_size: MAX_MATCHES })))
  return {
    users: found.flatMap(({ users }) => users),
    isComplete: found.every(({ users }) => users.length < MAX_MATCHES),
  }
}

/** Counts all users, on the server if it can, otherwise in memory. */
export async function countUsers(client: Client, options?: CallOptions): Promise<UserSummary> {
  if (await client.offers('paging')) {
    const { summary } = await client.call('listUsers', { query: { page: 1, page_size: 1 } }, options)
    if (summary) return summary
  }
  return summarize((await client.call('listUsers', {}, options)).users)
}
