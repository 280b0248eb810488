import { expect } from 'vitest'
import type { Call } from '#server/testing/call.ts'
import { concurrently } from '#server/testing/database/concurrency.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'

interface Saved {
  id: number
  version: number
}

type Save = (call: Call, id: number | undefined, ifMatch?: Record<string, string>) => ReturnType<typeof call<Saved>>

const KINDS: [string, Save][] = [
  [
    '/api/admin/category',
    (call, id, headers) =>
      call('POST', '/api/admin/category', formOf({ id, category_name: 'A', category_image: samplePng() }), headers),
  ],
  [
    '/api/admin/subcategory',
    async (call, id, headers) => {
      const [existingCategory] = (await call<Saved[]>('GET', '/api/admin/categories')).body.data
      const form = { category_name: 'Of the position', category_image: samplePng() }
      const category = existingCategory ?? (await call<Saved>('POST', '/api/admin/category', formOf(form))).body.data
      const fields = { id, category_id: category.id, subcategory_name: 'A', sub_cat_image: samplePng() }
      return call('POST', '/api/admin/subcategory', formOf(fields), headers)
    },
  ],
  [
    '/api/admin/subscription-products',
    (call, id, headers) => {
      const path = `/api/admin/subscription-products${id === undefined ? '' : `/${id}`}`
      return call(id === undefined ? 'POST' : 'PUT', path, { product_id: 'a', name: 'A', price: 1 }, headers)
    },
  ],
]

onEachEngine(({ it }) => {
  it.for(KINDS)('%s: refuses to save or delete with a stale version', async ([path, save], { call }) => {
    const { id, version } = (await save(call, undefined)).body.data
    expect(version).toBe(1)
    expect((await save(call, id, { 'If-Match': '"1"' })).body.data.version).toBe(2)
    const refused = await save(call, id, { 'If-Match': '"1"' })
    expect([refused.status, refused.body.message]).toEqual([412, expect.stringContaining('changed in the meantime')])
    expect((await call('DELETE', `${path}/${id}`, undefined, { 'If-Match': '"1"' })).status).toBe(412)
    expect((await save(call, id, { 'If-Match': 'W/"2"' })).status).toBe(400)
    expect((await save(call, id)).body.data.version).toBe(3)
    expect((await call('DELETE', `${path}/${id}`, undefined, { 'If-Match': '"3"' })).status).toBe(200)
  })
})

onPostgres(({ it }) => {
  it.for(KINDS)('%s: accepts one of 8 concurrent saves of the same version', async ([, save], { call }) => {
    const { id } = (await save(call, undefined)).body.data
    const responses = await concurrently(8, () => save(call, id, { 'If-Match': '"1"' }))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
  })
})
