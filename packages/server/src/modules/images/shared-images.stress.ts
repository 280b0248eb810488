import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import { expect } from 'vitest'
import type { Call } from '#server/testing/call.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { formOf, samplePng } from '#server/testing/images/sample-images.ts'
import type { TestServer } from '#server/testing/start.ts'

const PATH = '/api/admin/category'
const TRASH = '/api/admin/trash'
const SHARED = 1000

const save = (call: Call, fields: { id?: number; category_name: string; category_image: Blob }) =>
  call<Category>('POST', PATH, formOf(fields))

const countImages = async ({ database }: TestServer) =>
  (await database.db.selectFrom('images').select('sha256').execute()).length

onPostgres(({ it }) => {
  it('keeps an image that one row drops while another uses it', async ({ server, call }) => {
    for (let trial = 0; trial < 25; trial += 1) {
      const shared = samplePng(SHARED)
      const first = await save(call, { category_name: `Leaves ${trial}`, category_image: shared })
      const responses = await Promise.all([
        save(call, {
          id: Number(first.body.data.id),
          category_name: `Leaves ${trial}`,
          category_image: samplePng(2000 + trial),
        }),
        save(call, { category_name: `Takes ${trial}`, category_image: shared }),
      ])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect(await countImages(server)).toBe(2)
      for (const { body } of responses) {
        expect((await server.fetch(new Request(server.baseUrl + body.data.category_image))).status).toBe(200)
        await call('DELETE', `${PATH}/${body.data.id}`)
      }
      await call('DELETE', TRASH)
      expect(await countImages(server)).toBe(0)
    }
  })

  it('deletes an image that its last two rows drop at the same time', async ({ server, call }) => {
    for (let trial = 0; trial < 25; trial += 1) {
      const pair = [
        await save(call, { category_name: 'One', category_image: samplePng(SHARED) }),
        await save(call, { category_name: 'Other', category_image: samplePng(SHARED) }),
      ]
      await Promise.all(pair.map(({ body }) => call('DELETE', `${PATH}/${body.data.id}`)))
      const { items } = (await call<Schemas['TrashPage']>('GET', TRASH)).body.data
      await Promise.all(items.map(({ id }) => call('DELETE', `${TRASH}/${id}`)))
      expect(await countImages(server)).toBe(0)
    }
  })
})
