import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { CallDeps } from '@rapport/core/entities/entity.ts'
import type { UserSummary } from '@rapport/core/entities/users/user.ts'
import { summarize } from '@rapport/core/statistics/summary.ts'
import { fetchExtensions } from '#cli/api/extensions.ts'

/** Fetches the counts if the server offers them (extension `paging`), otherwise counts all users. */
export async function fetchUserSummary(deps: CallDeps): Promise<UserSummary> {
  const { api, withRetry, signal } = deps
  if ((await fetchExtensions(deps)).has('paging')) {
    const query = { page: 1, page_size: 1 }
    const { summary } = await withRetry('listUsers', () =>
      unwrap(api.GET('/api/admin/users', { params: { query }, signal })),
    )
    if (summary) return summary
  }
  const { users } = await withRetry('listUsers', () => unwrap(api.GET('/api/admin/users', { signal })))
  return summarize(users)
}
