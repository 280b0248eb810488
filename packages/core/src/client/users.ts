import type { User, UserListQuery, UserPage, UserSummary } from '../entities/users/user.ts'
import { summarize } from '../statistics/summary.ts'
import type { CallOptions, Client } from './client.ts'
import { selectUsers } from './select-users.ts'

export interface FoundUsers extends Partial<Pick<UserPage, 'statuses' | 'roles' | 'facets'>> {
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
    const { total_is_minimum, ...page } = await client.call('listUsers', { query }, options)
    return { total: page.users.length, ...page, totalIsMinimum: total_is_minimum ?? false }
  }
  const { users: all } = await client.call('listUsers', {}, options)
  return { ...selectUsers(all, query), totalIsMinimum: false, all }
}

/** Finds users by id. Without `paging`, they are all users. */
export async function findUsersById(
  client: Client,
  ids: readonly string[],
): Promise<{ users: User[]; isAll: boolean }> {
  if (!(await client.offers('paging'))) return { users: (await client.call('listUsers')).users, isAll: true }
  const found = await Promise.all(ids.map((id) => client.call('listUsers', { query: { id } })))
  return { users: found.flatMap(({ users }) => users), isAll: false }
}

/** Counts all users, on the server if it can, otherwise in memory. */
export async function countUsers(client: Client, options?: CallOptions): Promise<UserSummary> {
  if (await client.offers('paging')) {
    const { summary } = await client.call('listUsers', { query: { page: 1, page_size: 1 } }, options)
    if (summary) return summary
  }
  return summarize((await client.call('listUsers', {}, options)).users)
}
