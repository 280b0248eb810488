import { ApiError } from '../api/api-error.ts'
import type { Schemas } from '../api/contract-types.ts'
import type { User, UserListQuery, UserPage, UserSummary } from '../entities/users/user.ts'
import { summarize } from '../statistics/summary.ts'
import type { Client } from './client.ts'
import { selectUsers } from './select-users.ts'

type UserStatusResult = Pick<Schemas['UserStatusResult'], 'code' | 'message'>

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
export async function findUsers(client: Client, query: UserListQuery): Promise<FoundUsers> {
  if (await client.offers('paging')) {
    const { total_is_minimum, ...page } = await client.call('listUsers', { query })
    return { total: page.users.length, ...page, totalIsMinimum: total_is_minimum ?? false }
  }
  const { users: all } = await client.call('listUsers')
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
export async function countUsers(client: Client): Promise<UserSummary> {
  if (await client.offers('paging')) {
    const { summary } = await client.call('listUsers', { query: { page: 1, page_size: 1 } })
    if (summary) return summary
  }
  return summarize((await client.call('listUsers')).users)
}

/** Users per call. The server takes more, but answers only once all are done. */
export const USERS_PER_CALL = 100

/**
 * Returns a function that suspends or reactivates one user, for a bulk operation that calls it for many at once: calls of the same
 * moment are sent together. It rejects with an `ApiError` for a user that the server refuses.
 */
export function createStatusChange(client: Client, change: Omit<Schemas['UserStatusInput'], 'ids'>) {
  let waiting: { ids: string[]; codes: Promise<Map<string, UserStatusResult>> } | undefined

  async function send(ids: readonly string[]): Promise<Map<string, UserStatusResult>> {
    // A bulk operation begins its calls in one turn of the event loop, but not in one step.
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (waiting?.ids === ids) waiting = undefined
    const body = { ...change, ids: [...ids] }
    const { results } = await client.call('setUserStatus', { body }, { isRepeatable: true })
    return new Map(results.map((result) => [String(result.id), result]))
  }

  return async (id: string): Promise<void> => {
    if (waiting === undefined || waiting.ids.length >= USERS_PER_CALL) {
      const ids: string[] = []
      waiting = { ids, codes: send(ids) }
    }
    waiting.ids.push(id)
    const { code, message = '' } = (await waiting.codes).get(id) ?? { code: 404 }
    if (code === 200) return
    throw new ApiError('status', message, { operation: 'setUserStatus', status: code, serverMessage: message })
  }
}
