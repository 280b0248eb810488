import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { expect } from 'vitest'
import { DAY } from '#server/domain/time.ts'
import { asAdmin, type Call } from '#server/testing/call.ts'
import { CONCURRENT_CALLS, concurrently } from '#server/testing/database/concurrency.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'
import { rounds } from '#server/testing/rounds.ts'
import type { TestServer } from '#server/testing/start.ts'

const PRODUCTS = '/api/admin/subscription-products'
const EDITORS = 4

const saveCategory = async (call: Call, fields: { id?: number; category_name: string; category_image?: Blob }) =>
  call<Category>('POST', '/api/admin/category', formOf(fields))
const savePosition = async (call: Call, fields: Record<string, string | number | Blob | undefined>) =>
  call<Position>('POST', '/api/admin/subcategory', formOf(fields))
const aProduct = (fields: Partial<Product> = {}) => ({ product_id: 'p', name: 'P', price: 1, ...fields })
const aPosition = (name: string) => ({
  subcategory_name: name,
  benefits: name,
  tips: name,
  challenges: name,
  safety_tips: name,
})
/** Names of records end in `of EDITOR`. */
const editorOf = (name: string | undefined) => Number(name?.split(' ').at(-1))
const idOf = ({ body }: { body: { data: { id: unknown } } }) => Number(body.data.id)

/** Creates a record of each kind and returns the path to delete it. */
const KINDS: [string, (server: TestServer, call: Call, round: number) => Promise<string>][] = [
  ['user', async (server) => `/api/admin/users/${(await server.addUser()).id}`],
  [
    'category',
    async (_, call, round) =>
      `/api/admin/category/${idOf(await saveCategory(call, { category_name: `${round}`, category_image: samplePng(round) }))}`,
  ],
  [
    'position',
    async (server, call, round) => {
      const row = { name: `${round}`, name_key: `${round}`, slug: `${round}`, image: null, created_at: 0 }
      const { id } = await server.database.db
        .insertInto('categories')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      const fields = { category_id: id, subcategory_name: 'A', sub_cat_image: samplePng() }
      return `/api/admin/subcategory/${idOf(await savePosition(call, fields))}`
    },
  ],
  [
    'product',
    async (_, call, round) =>
      `${PRODUCTS}/${idOf(await call<Product>('POST', PRODUCTS, aProduct({ product_id: `${round}` })))}`,
  ],
]

onPostgres(({ it }) => {
  it.for(KINDS)('lets one of many concurrent deletions succeed: %s', async ([, make], { server, call }) => {
    for (let round = 0; round < rounds(15); round += 1) {
      const path = await make(server, call, round)
      const statuses = (await concurrently(CONCURRENT_CALLS, () => call('DELETE', path))).map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array.from({ length: CONCURRENT_CALLS - 1 }, () => 404),
      ])
    }
    await call('DELETE', '/api/admin/trash')
    expect(await server.database.db.selectFrom('images').select('sha256').execute()).toEqual([])
  })

  it('leaves a user who is suspended and deleted at once suspended in the trash or deleted as they were', async ({
    server,
    call,
  }) => {
    const { db } = server.database
    for (let round = 0; round < rounds(30); round += 1) {
      const { id } = await server.addUser({ status: 'inactive' })
      const suspend = () => call('POST', '/api/admin/users/status', { action: 'suspend', ids: [id], reason: 'Spam' })
      const [suspended, deleted] = await Promise.all([suspend(), call('DELETE', `/api/admin/users/${id}`)])
      expect(deleted.status).toBe(200)
      expect([200, 404]).toContain(suspended.status)
      expect(await db.selectFrom('users').select('id').where('id', '=', Number(id)).execute()).toEqual([])
      const { row } = await db
        .selectFrom('trash_items')
        .select('row')
        .where('record_id', '=', Number(id))
        .executeTakeFirstOrThrow()
      const isSuspended = suspended.status === 200
      expect(JSON.parse(row)).toMatchObject({
        status: isSuspended ? 'suspended' : 'inactive',
        suspension: isSuspended ? expect.stringContaining('"before":"inactive"') : null,
      })
    }
  })

  it('keeps an admin who can sign in when all suspend one another at once, and no session of a suspended one', async ({
    server,
  }) => {
    const { db } = server.database
    for (let round = 0; round < rounds(10); round += 1) {
      const admins = await Promise.all(
        Array.from({ length: EDITORS }, (_, index) => server.addAdmin({ email: `a${round}.${index}@example.com` })),
      )
      const calls = await Promise.all(admins.map((admin) => asAdmin(server, admin)))
      const others = (index: number) => admins.filter((_, other) => other !== index)
      await Promise.all(
        calls.flatMap((call, index) => [
          call('POST', '/api/admin/users/status', { action: 'suspend', ids: others(index).map(({ id }) => id) }),
          server.signIn(admins[index]).catch(() => undefined),
        ]),
      )
      const ids = admins.map(({ id }) => id)
      const rows = await db.selectFrom('users').select(['id', 'status']).where('id', 'in', ids).execute()
      expect(rows.filter(({ status }) => status === 'active')).toHaveLength(1)
      const suspendedIds = rows.filter(({ status }) => status === 'suspended').map(({ id }) => id)
      expect(await db.selectFrom('sessions').selectAll().where('user_id', 'in', suspendedIds).execute()).toEqual([])
      await db.updateTable('users').set({ status: 'inactive' }).where('id', 'in', ids).execute()
      // Sign-ins are limited by time.
      server.advance(DAY)
    }
  })

  it('keeps one of several concurrent edits, never a mix', async ({ server, call }) => {
    const category_id = idOf(await saveCategory(call, { category_name: 'C', category_image: samplePng(9) }))
    const productId = idOf(await call<Product>('POST', PRODUCTS, aProduct()))
    const positionId = idOf(
      await savePosition(call, { category_id, subcategory_name: 'P', sub_cat_image: samplePng(9) }),
    )
    const edit = (name: string, editor: number) =>
      Promise.all([
        saveCategory(call, { id: category_id, category_name: name, category_image: samplePng(editor) }),
        savePosition(call, { id: positionId, category_id, ...aPosition(name), sub_cat_image: samplePng(editor) }),
        call<Product>(
          'PUT',
          `${PRODUCTS}/${productId}`,
          aProduct({ product_id: name, name, trial_period_days: editor }),
        ),
      ])
    const images: Record<'category' | 'position', unknown>[] = []
    for (let editor = 0; editor < EDITORS; editor += 1) {
      const [category, withPicture] = await edit(`alone ${editor}`, editor)
      images.push({ category: category.body.data.category_image, position: withPicture.body.data.sub_cat_image })
    }
    for (let round = 0; round < rounds(25); round += 1) {
      const responses = await concurrently(EDITORS, (editor) => edit(`${round} of ${editor}`, editor))
      expect(responses.flat().map(({ status }) => status)).toEqual(responses.flat().map(() => 200))
      const [category] = (await call<Category[]>('GET', '/api/admin/categories')).body.data
      const [position] = (await call<Position[]>('GET', '/api/admin/subcategories')).body.data
      const [product] = (await call<Product[]>('GET', PRODUCTS)).body.data
      expect(category?.category_image).toBe(images[editorOf(category?.category_name)]?.category)
      expect(position?.sub_cat_image).toBe(images[editorOf(position?.subcategory_name)]?.position)
      expect(position).toMatchObject(aPosition(position?.subcategory_name ?? ''))
      expect(product).toMatchObject({ product_id: product?.name, trial_period_days: editorOf(product?.name) })
    }
    // Category and position may end up with the same image; no other image is left.
    const [category] = (await call<Category[]>('GET', '/api/admin/categories')).body.data
    const [position] = (await call<Position[]>('GET', '/api/admin/subcategories')).body.data
    const usedImages = new Set([category?.category_image, position?.sub_cat_image])
    const storedImages = await server.database.db.selectFrom('images').select('sha256').execute()
    expect(new Set(storedImages.map(({ sha256 }) => `/media/${sha256}.png`))).toEqual(usedImages)
  })

  it('deletes an image when its last two rows are purged at the same time', async ({ server, call }) => {
    for (let round = 0; round < rounds(25); round += 1) {
      for (const category_name of ['One', 'Other']) {
        const saved = await saveCategory(call, { category_name, category_image: samplePng() })
        await call('DELETE', `/api/admin/category/${idOf(saved)}`)
      }
      const { items } = (await call<Schemas['TrashPage']>('GET', '/api/admin/trash')).body.data
      expect(items).toHaveLength(2)
      await Promise.all(items.map(({ id }) => call('DELETE', `/api/admin/trash/${id}`)))
      expect(await server.database.db.selectFrom('images').select('sha256').execute()).toEqual([])
    }
  })
})
