import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { User, UserListQuery } from '@rapport/core/users/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { nextTask } from '#lib/pause.ts'
import { usePaging } from '#lib/settings-query.ts'
import { finish } from '#lib/stepwise.ts'
import { everyoneQuery, indexOf } from '#lib/users-queries.ts'

/** The most that `paging` gives at a time. */
const BATCH = 1000

/** What to ask of the users, whichever page of them is shown. */
export type UserFilter = Omit<UserListQuery, 'page' | 'page_size'>

export interface Batch {
  users: readonly User[]
  /** All that match, as far as is known. */
  total: number
}

/** Reads everybody who matches, in the list's order, a thousand at a time. */
export function useMatchingUsers(): (filter: UserFilter, signal: AbortSignal) => AsyncGenerator<Batch> {
  const client = useQueryClient()
  const { paged } = usePaging()
  return (filter, signal) =>
    paged
      ? byPage(filter, signal)
      : fromAll(async () => (await client.ensureQueryData(everyoneQuery)).users, filter, signal)
}

async function* byPage(filter: UserFilter, signal: AbortSignal): AsyncGenerator<Batch> {
  // The list may move between two pages: nobody is to come twice.
  const seen = new Set<User['id']>()
  for (let page = 1; ; page += 1) {
    const query = { ...filter, page, page_size: BATCH }
    const { users, total = users.length } = await unwrap(api.GET('/api/admin/users', { params: { query }, signal }))
    const fresh = users.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    yield { users: fresh, total }
    if (users.length === 0 || page * BATCH >= total) return
  }
}

async function* fromAll(
  load: () => Promise<readonly User[]>,
  filter: UserFilter,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const matches = await finish(indexOf(await load()).select(filter), signal)
  if (!matches) return
  const { users, total } = matches.result
  for (let start = 0; start < total; start += BATCH) {
    yield { users: users.slice(start, start + BATCH), total }
    await nextTask()
  }
}
