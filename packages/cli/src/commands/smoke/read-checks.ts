import type { Extension } from '@rapport/core/operations.ts'
import type { Deps } from '#cli/deps.ts'
import { breach, type Checks, held } from './checks.ts'

/** What every server has to answer; resolves with the extensions it offers, or with undefined when it lets nobody in. */
export async function checkReads(checks: Checks, { api, signal }: Deps): Promise<ReadonlySet<string> | undefined> {
  const settings = await checks.check('the profile', 'getSettings', () =>
    held(api.GET('/api/admin/get-settings', { signal })),
  )
  if (!settings) return undefined
  const extensions = new Set(settings.extensions)
  await checks.check('the categories', 'listCategories', () => held(api.GET('/api/admin/categories', { signal })))
  await checks.check('the positions', 'listPositions', () => held(api.GET('/api/admin/subcategories', { signal })))
  await checks.check('the products', 'listProducts', () =>
    held(api.GET('/api/admin/subscription-products', { signal })),
  )
  await checks.check('the users', 'listUsers', () => held(api.GET('/api/admin/users', { signal })))
  const paging: Extension = 'paging'
  if (!extensions.has(paging)) return extensions
  await checks.check('the users by page (extension paging)', 'listUsers', async () => {
    const query = { page: 1, page_size: 1 }
    const { users, total } = await held(api.GET('/api/admin/users', { params: { query }, signal }))
    if (users.length > 1) throw breach(`A page of one user holds ${users.length}.`)
    if (total === undefined) throw breach('The answer has no total, which paging is.')
  })
  return extensions
}
