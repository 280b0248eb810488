import type { Page, Route } from '@playwright/test'

/** Makes saves of the first position fail with a conflict: another admin saved other tips and another image. */
export async function changeConflict(page: Page): Promise<void> {
  await page.route('**/api/admin/subcategory', (route) => route.fulfill({ status: 412, json: { code: 412 } }))
  await page.route('**/api/admin/subcategories', (route) =>
    respondWith(route, (saved) => {
      const sub_cat_image = saved.find(({ id }) => id !== 1)?.['sub_cat_image']
      return saved.map((position) =>
        position['id'] === 1 ? { ...position, tips: 'Ask before you begin.', sub_cat_image } : position,
      )
    }),
  )
}

/** Mocks the calls of an import, which must not change the data of other scenes. One product fails for now. */
export async function takeImports(page: Page): Promise<void> {
  const changed = new Map<unknown, object>()
  const positions: object[] = []
  await page.route('**/api/admin/subscription-products{,/*}', async (route) => {
    if (route.request().method() === 'GET') {
      return respondWith(route, (saved) =>
        saved.map((product) => ({ ...product, ...changed.get(product['product_id']) })),
      )
    }
    const product: { product_id: string } = route.request().postDataJSON()
    if (product.product_id.includes('student')) {
      return route.fulfill({ status: 503, json: { code: 503, message: 'The server is being updated.', data: null } })
    }
    changed.set(product.product_id, product)
    return route.fulfill({ json: { code: 200, message: '', data: product } })
  })
  await page.route('**/api/admin/subcategories', (route) => respondWith(route, (saved) => [...saved, ...positions]))
  await page.route('**/api/admin/subcategory', (route) => {
    positions.push({
      id: 999,
      category_id: 3,
      subcategory_name: 'A Letter of Thanks',
      category: { category_name: 'Listening Well' },
    })
    return route.fulfill({ json: { code: 200, message: '', data: positions[0] } })
  })
}

/** Responds with the server's list after `change`. */
async function respondWith(route: Route, change: (saved: Record<string, unknown>[]) => object[]): Promise<void> {
  const response = await route.fetch()
  const body: { data: Record<string, unknown>[] } = await response.json()
  await route.fulfill({ json: { ...body, data: change(body.data) } })
}

export async function refuseTokens(page: Page): Promise<void> {
  const json = { code: 403, message: 'Please confirm that it is you.', data: null, reason: 'confirm_identity' }
  await page.route('**/api/admin/tokens', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 403, json }),
  )
}
