import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { ENTITY_NAMES } from '@rapport/core/api/operations.ts'
import type { UserPage } from '@rapport/core/entities/users/user.ts'
import { CompiledQuery } from 'kysely'
import { TOTP } from 'otpauth'
import { describe, expect } from 'vitest'
import { DAY, MINUTE } from '#server/domain/time.ts'
import { anonymous, asAdmin, type Call, login, withToken } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'
import { forgotPassword } from '#server/testing/password-reset.ts'
import type { TestServer } from '#server/testing/start.ts'
import { selectIdsToPurge, selectTrashPage } from './trash.repo.ts'

const TRASH = '/api/admin/trash'
const BATCH = '6d1f2a34-0b5c-4d6e-8f70-112233445566'
const PRODUCT = { product_id: 'p', name: 'P', price: 1 }

type Created = { id: number }

const addCategory = async (call: Call, name: string) =>
  (await call<Created>('POST', '/api/admin/category', formOf({ category_name: name, category_image: samplePng() })))
    .body.data
const addPosition = async (call: Call, category_id: number, name: string) => {
  const form = formOf({ category_id, subcategory_name: name, sub_cat_image: samplePng(2), tips: 'Listen.' })
  return (await call<Created>('POST', '/api/admin/subcategory', form)).body.data
}
const addProduct = async (call: Call) =>
  (await call<Created>('POST', '/api/admin/subscription-products', PRODUCT)).body.data
const remove = async (call: Call, path: string, batch = BATCH) => {
  expect((await call('DELETE', `/api/admin/${path}?batch=${batch}`)).status).toBe(200)
}
const restore = async (call: Call, body: Schemas['RestoreInput']) =>
  (await call<Schemas['Restored']>('POST', `${TRASH}/restore`, body)).body.data
const list = async (call: Call, query = '') => (await call<Schemas['TrashPage']>('GET', TRASH + query)).body.data
const images = ({ database }: TestServer) => database.db.selectFrom('images').select('sha256').execute()

async function everything(call: Call) {
  const lists = ['users?sort=id', 'categories', 'subcategories', 'subscription-products']
  return Promise.all(lists.map(async (path) => (await call('GET', `/api/admin/${path}`)).body.data))
}

async function fillTrash({ database, admin }: TestServer, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    batch: BATCH,
    entity: 'user',
    record_id: 10_000 + index,
    name: `User ${index}`,
    search_text: `user ${index}`,
    row: JSON.stringify({ created_at: 0 }),
    deleted_at: 0,
    deleted_by: admin.id,
  }))
  for (let offset = 0; offset < count; offset += 500) {
    await database.db
      .insertInto('trash_items')
      .values(rows.slice(offset, offset + 500))
      .execute()
  }
}

onEachEngine(({ it, start }) => {
  describe('restoring', () => {
    it('restores 500 records that were deleted together unchanged, twice', async () => {
      await using server = await start({
        users: Array.from({ length: 497 }, (_, index) => ({ email: `${index}@x.y` })),
      })
      const call = await asAdmin(server)
      const category = await addCategory(call, 'Trust')
      const position = await addPosition(call, category.id, 'Listening')
      const product = await addProduct(call)
      const recordsBefore = await everything(call)
      const { users } = (await call<UserPage>('GET', '/api/admin/users')).body.data
      for (let round = 0; round < 2; round += 1) {
        await remove(call, `subcategory/${position.id}`)
        await remove(call, `category/${category.id}`)
        await remove(call, `subscription-products/${product.id}`)
        for (const { id } of users) if (id !== server.admin.id) await remove(call, `users/${id}`)
        expect((await list(call)).total).toBe(500)
        expect(await restore(call, { batch: BATCH.toUpperCase() })).toEqual({ restored: 500, left: 0, conflicts: [] })
        expect(await restore(call, { batch: BATCH })).toEqual({ restored: 0, left: 0, conflicts: [] })
        expect(await everything(call)).toEqual(recordsBefore)
        expect(await images(server)).toHaveLength(2)
      }
    })

    it('asks for another name if the old one is taken, and restores with it', async ({ server, call }) => {
      const user = await server.addUser({ email: 'taken@example.com' })
      const category = await addCategory(call, 'Trust')
      const position = await addPosition(call, category.id, 'Listening')
      const product = await addProduct(call)
      await remove(call, `subcategory/${position.id}`)
      await addPosition(call, category.id, 'listening')
      await remove(call, `users/${user.id}`)
      await server.addUser({ email: 'Taken@example.com' })
      await remove(call, `subscription-products/${product.id}`)
      await addProduct(call)
      const otherCategory = await addCategory(call, 'Care')
      await remove(call, `category/${otherCategory.id}`)
      await addCategory(call, 'CARE')

      const { restored, conflicts } = await restore(call, { batch: BATCH })
      expect({ restored, fields: conflicts.map(({ entity, field }) => `${entity} ${field}`).toSorted() }).toEqual({
        restored: 0,
        fields: ['category category_name', 'position subcategory_name', 'product product_id', 'user email'],
      })
      const idOf = (entity: string) => conflicts.find((conflict) => conflict.entity === entity)?.id ?? 0
      const refused = await restore(call, { ids: [idOf('user')], names: { [idOf('user')]: 'no address' } })
      expect(refused.conflicts).toMatchObject([{ field: 'email', message: 'Please enter a valid email address.' }])
      const names = {
        [idOf('user')]: 'free@example.com',
        [idOf('category')]: 'Caring',
        [idOf('position')]: 'Hearing',
        [idOf('product')]: 'p2',
      }
      expect(await restore(call, { batch: BATCH, names })).toEqual({ restored: 4, left: 0, conflicts: [] })
      const [users, categories, positions, products] = await everything(call)
      expect(users).toMatchObject({ users: expect.arrayContaining([{ ...user, email: 'free@example.com' }]) })
      expect(categories).toContainEqual(
        expect.objectContaining({ ...otherCategory, category_name: 'Caring', slug: 'care-2', version: 2 }),
      )
      // Otherwise an admin who edits the old version would overwrite the new name unnoticed.
      expect(positions).toContainEqual({ ...position, subcategory_name: 'Hearing', version: 2 })
      expect(products).toContainEqual({ ...product, product_id: 'p2', version: 2 })

      const history = async (kind: string) => {
        const { data } = (await call<Schemas['HistoryPage']>('GET', `/api/admin/history?event=${kind}.restored`)).body
        return data.events.map(({ changes }) => changes)
      }
      expect(await history('category')).toEqual([
        [
          { field: 'category_name', before: 'Care', after: 'Caring' },
          { field: 'slug', before: 'care', after: 'care-2' },
        ],
      ])
      expect(await history('product')).toEqual([[{ field: 'product_id', before: 'p', after: 'p2' }]])
      expect(await history('user')).toEqual([[{ field: 'email' }]])
    })

    it('restores a record beside another whose name an older version told apart', async ({ server, call }) => {
      const { db } = server.database
      const categories = [await addCategory(call, 'A'), await addCategory(call, 'Couple’s Talk')]
      const positions = [
        await addPosition(call, categories[1]?.id ?? 0, 'A'),
        await addPosition(call, categories[1]?.id ?? 0, 'Couple’s Talk'),
      ]
      const old = { name: 'Couple‘s Talk', name_key: 'couple‘s talk' }
      await db
        .updateTable('categories')
        .set(old)
        .where('id', '=', categories[0]?.id ?? 0)
        .execute()
      await db
        .updateTable('positions')
        .set(old)
        .where('id', '=', positions[0]?.id ?? 0)
        .execute()
      const recordsBefore = await everything(call)
      await remove(call, `category/${categories[0]?.id}`)
      await remove(call, `subcategory/${positions[0]?.id}`)
      expect(await restore(call, { batch: BATCH })).toEqual({ restored: 2, left: 0, conflicts: [] })
      expect(await everything(call)).toEqual(recordsBefore)
    })

    it('leaves a position in the trash if its category is missing', async ({ call }) => {
      const category = await addCategory(call, 'Trust')
      const position = await addPosition(call, category.id, 'Listening')
      await remove(call, `subcategory/${position.id}`)
      await remove(call, `category/${category.id}`, BATCH.replace('6', '7'))
      expect((await restore(call, { batch: BATCH })).conflicts).toMatchObject([{ field: 'category_id' }])
      const ids = (await list(call)).items.map(({ id }) => id)
      expect(await restore(call, { ids })).toMatchObject({ restored: 2, conflicts: [] })
    })

    it('finishes when it is repeated after an interruption', async ({ server, call }) => {
      const { db } = server.database
      await fillTrash(server, 1150)
      await db.updateTable('trash_items').set({ row: 'cut short' }).where('name', '=', 'User 120').execute()
      expect((await call('POST', `${TRASH}/restore`, { batch: BATCH })).status).toBe(500)
      expect((await list(call)).total).toBe(1050)
      await db.updateTable('trash_items').set({ row: '{"created_at":0}' }).where('name', '=', 'User 120').execute()
      expect(await restore(call, { batch: BATCH })).toEqual({ restored: 1000, left: 50, conflicts: [] })
      expect(await restore(call, { batch: BATCH })).toEqual({ restored: 50, left: 0, conflicts: [] })
    })

    it('restores password and two-factor authentication of an admin, but no session and no recovery codes', async ({
      server,
    }) => {
      const call = await asAdmin(server)
      const otherAdmin = await server.addAdmin({ email: 'other@example.com' })
      const otherCall = await asAdmin(server, otherAdmin)
      const { secret } = (await otherCall<Schemas['TwoFactorSecret']>('POST', '/api/admin/two-factor')).body.data
      const code = () => new TOTP({ secret }).generate({ timestamp: server.clock().getTime() })
      const confirmed = await otherCall<Schemas['RecoveryCodes']>('POST', '/api/admin/two-factor/confirm', {
        code: code(),
      })
      const [recovery] = confirmed.body.data.recovery_codes
      await remove(call, `users/${otherAdmin.id}`)
      expect(await restore(call, { batch: BATCH })).toMatchObject({ restored: 1 })
      expect((await otherCall('GET', '/api/admin/get-settings')).status).toBe(401)
      server.advance(MINUTE)
      const { status, body } = await login(server, otherAdmin)
      expect(status).toBe(202)
      const { challenge } = body.data
      const verifyWith = async (enteredCode: unknown) =>
        (await anonymous(server)('POST', '/api/admin/two-factor/verify', { challenge, code: enteredCode })).status
      expect(await verifyWith(recovery)).toBe(401)
      expect(await verifyWith(code())).toBe(200)
    })

    it('clears the password of an admin who is restored under another address', async ({ server, call }) => {
      const { id, email, password } = await server.addAdmin({ email: 'other@example.com' })
      await remove(call, `users/${id}`)
      await server.addUser({ email })
      const [item] = (await list(call)).items
      await restore(call, { batch: BATCH, names: { [item?.id ?? 0]: 'intruder@example.com' } })
      for (const address of [email, 'intruder@example.com']) {
        expect((await login(server, { email: address, password })).status).toBe(401)
        await forgotPassword(server, address)
      }
      expect((await server.sendDueMails()).map(({ to }) => to)).not.toContain('intruder@example.com')
    })
  })

  describe('restoring with an API token or a stolen one', () => {
    const restoreInto = async (call: Call, id: number | string, name: string) =>
      restore(call, { ids: [Number(id)], names: { [id]: name } })

    it('renames only if the old name is taken, and never changes an address by an API token', async ({
      server,
      call,
    }) => {
      const input = { name: 'CI', scopes: ['users'], expires_in_days: 1 }
      const { secret } = (await call<{ secret: string }>('POST', '/api/admin/tokens', input)).body.data
      const byToken = withToken(server, secret)
      const { id } = await server.addUser({ email: 'owner@example.com' })
      for (const caller of [byToken, call]) {
        await remove(call, `users/${id}`)
        const item = (await list(call)).items[0]?.id ?? 0
        expect(await restoreInto(caller, item, 'evil@example.com')).toMatchObject({ restored: 1 })
        expect(JSON.stringify(await everything(call))).not.toContain('evil@')
      }
      await remove(call, `users/${id}`)
      await server.addUser({ email: 'owner@example.com' })
      const item = (await list(call)).items[0]?.id ?? 0
      const { conflicts } = await restoreInto(byToken, item, 'evil@example.com')
      expect(conflicts).toMatchObject([{ message: 'An API token cannot change the email address of a user.' }])
      expect(await restoreInto(call, item, 'new@example.com')).toMatchObject({ restored: 1 })
    })

    it('leaves an admin in the trash unless the identity is confirmed, and tells a restored one by mail', async ({
      server,
    }) => {
      const call = await asAdmin(server)
      const input = { name: 'CI', scopes: ['users'], expires_in_days: 1 }
      const { secret } = (await call<{ secret: string }>('POST', '/api/admin/tokens', input)).body.data
      const otherAdmin = await server.addAdmin({ email: 'other@example.com' })
      await remove(call, `users/${otherAdmin.id}`)
      server.advance(10 * MINUTE)
      for (const caller of [call, withToken(server, secret)]) {
        expect(await restore(caller, { batch: BATCH })).toMatchObject({
          restored: 0,
          conflicts: [{ field: 'password' }],
        })
      }
      expect(await restore(await asAdmin(server), { batch: BATCH })).toMatchObject({ restored: 1 })
      const subjects = (await server.sendDueMails())
        .filter(({ to }) => to === otherAdmin.email)
        .map(({ subject }) => subject)
      expect(subjects).toEqual(['Your Rapport account was restored'])
    })
  })

  describe('the list', () => {
    it('returns the last deleted first, and finds items by name, address and entity', async ({ server }) => {
      const call = await asAdmin(server)
      const user = await server.addUser({ first_name: 'Zoë', last_name: 'Müller', email: 'zoe@example.com' })
      const { id: product } = await addProduct(call)
      await remove(call, `users/${user.id}`)
      await remove(call, `subscription-products/${product}`)
      const { items } = await list(call)
      expect(items.map(({ entity }) => entity)).toEqual(['product', 'user'])
      expect(items[1]).toEqual({
        id: expect.any(Number),
        entity: 'user',
        record_id: user.id,
        name: 'Zoë Müller',
        batch: BATCH,
        deleted_at: '2026-11-21T10:00:00.000Z',
        deleted_by: server.admin.id,
        deleted_by_name: 'Ada Admin',
        purge_at: '2026-12-21T10:00:00.000Z',
      })
      for (const query of ['?search=zoe%20mu', '?search=ZOE@', '?entity=user', '?page=2&page_size=1']) {
        expect((await list(call, query)).items).toEqual([items[1]])
      }
      expect((await list(call, '?search=_')).total).toBe(0)
    })

    it('sorts neither a long trash nor what is to be purged (SQLite)', async ({ server }) => {
      const { db, engine } = server.database
      if (engine === 'postgres') return
      await fillTrash(server, 10_001)
      const queries: CompiledQuery[] = []
      const observed = db.withPlugin({
        transformQuery: ({ node, queryId }) => {
          queries.push(db.getExecutor().compileQuery(node, queryId))
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const bounds = { offset: 0, limit: 12 }
      await selectTrashPage(observed, engine, { entities: ENTITY_NAMES, search: { words: [] } }, bounds)
      await selectIdsToPurge(observed, { entities: ENTITY_NAMES }, 100)
      await selectIdsToPurge(observed, { entities: ENTITY_NAMES, deletedBefore: 0 }, 100)
      const plans: string[] = []
      for (const { sql, parameters } of queries) {
        const { rows } = await db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
        plans.push(JSON.stringify(rows))
      }
      expect(plans).toHaveLength(4)
      expect(plans.join('')).not.toContain('TEMP B-TREE')
      expect(plans[3]).toContain('trash_items_by_deleted_at')
    })

    it('lists and restores for an API token only what it may delete', async ({ server, call }) => {
      const user = await server.addUser()
      const { id: product } = await addProduct(call)
      await remove(call, `users/${user.id}`)
      await remove(call, `subscription-products/${product}`)
      const input = { name: 'CI', scopes: ['catalogue'], expires_in_days: 1 }
      const { secret } = (await call<{ secret: string }>('POST', '/api/admin/tokens', input)).body.data
      const byToken = withToken(server, secret)
      for (const scopes of [['read'], ['read', 'catalogue']]) {
        const reading = { name: scopes.join(' '), scopes, expires_in_days: 1 }
        const made = (await call<{ secret: string }>('POST', '/api/admin/tokens', reading)).body.data
        const entities = (await list(withToken(server, made.secret))).items.map(({ entity }) => entity)
        expect(entities).toEqual(scopes.includes('catalogue') ? ['product'] : [])
      }
      expect((await list(byToken)).items).toMatchObject([{ entity: 'product' }])
      expect(await list(byToken, '?entity=user')).toEqual({ items: [], total: 0 })
      expect(await restore(byToken, { batch: BATCH })).toMatchObject({ restored: 1, left: 0 })
      const [item] = (await list(call)).items
      expect((await byToken('DELETE', `${TRASH}/${item?.id}`)).status).toBe(404)
      expect((await byToken('DELETE', TRASH)).body.data).toEqual({ purged: 0, left: 0 })
      expect((await list(call)).items).toMatchObject([{ entity: 'user' }])
    })
  })

  describe('purging', () => {
    it('happens 30 days after the deletion, and deletes images that nothing else shows', async ({ server }) => {
      const category = await addCategory(await asAdmin(server), 'Trust')
      await remove(await asAdmin(server), `category/${category.id}`)
      server.advance(20 * DAY)
      await server.signIn()
      server.advance(10 * DAY)
      await server.sweep()
      expect(await images(server)).toHaveLength(1)
      server.advance(1)
      await server.sweep()
      expect(await images(server)).toEqual([])
      expect((await list(await asAdmin(server))).total).toBe(0)
    })

    it('waits when the clock has jumped ahead, even after an event', async ({ server }) => {
      const category = await addCategory(await asAdmin(server), 'Trust')
      await remove(await asAdmin(server), `category/${category.id}`)
      server.advance(400 * DAY)
      await server.sweep()
      await server.signIn()
      await server.sweep()
      server.advance(-400 * DAY)
      expect((await list(await asAdmin(server))).total).toBe(1)
    })

    it('can be done at once, for one item or for all', async ({ server, call }) => {
      await fillTrash(server, 1002)
      const [item] = (await list(call)).items
      expect((await call('DELETE', `${TRASH}/${item?.id}`)).status).toBe(200)
      expect((await call('DELETE', `${TRASH}/${item?.id}`)).status).toBe(404)
      expect((await call('DELETE', TRASH)).body.data).toEqual({ purged: 1000, left: 1 })
      expect((await call('DELETE', TRASH)).body.data).toEqual({ purged: 1, left: 0 })
    })

    it('is refused to an API token for an admin with a password, and so is deleting one', async ({ server, call }) => {
      const input = { name: 'CI', scopes: ['users'], expires_in_days: 1 }
      const { secret } = (await call<{ secret: string }>('POST', '/api/admin/tokens', input)).body.data
      const byToken = withToken(server, secret)
      const refuses = async (path: string) => {
        const message = 'An API token cannot delete an account that signs in to the console.'
        expect(await byToken('DELETE', path)).toMatchObject({ status: 403, body: { message } })
      }
      const admin = await server.addAdmin({ email: 'other@example.com' })
      const suspended = await server.addAdmin({ email: 'suspended@example.com', status: 'suspended' })
      const pro = await server.addUser({ email: 'pro@example.com', role: 'admin' })
      for (const { id } of [admin, suspended]) {
        for (const query of ['', '?erase=true']) await refuses(`/api/admin/users/${id}${query}`)
        await remove(call, `users/${id}`)
        await refuses(`/api/admin/users/${id}?erase=true`)
      }
      await remove(byToken, `users/${pro.id}`)
      for (const { id, record_id } of (await list(byToken)).items) {
        if (record_id !== Number(pro.id)) await refuses(`${TRASH}/${id}`)
      }
      expect((await byToken('DELETE', TRASH)).body.data).toEqual({ purged: 1, left: 0 })
      expect((await byToken('DELETE', TRASH)).body.data).toEqual({ purged: 0, left: 0 })
      expect(await restore(call, { batch: BATCH })).toMatchObject({ restored: 2 })
    })

    it('erases a person from the list and from the trash, except for the id', async ({ server, call }) => {
      const listed = await server.addUser({ email: 'one@example.com' })
      const trashed = await server.addUser({ email: 'two@example.com' })
      await remove(call, `users/${trashed.id}`)
      for (const { id } of [listed, trashed]) {
        expect((await call('DELETE', `/api/admin/users/${id}?erase=true`)).status).toBe(200)
        expect((await call('DELETE', `/api/admin/users/${id}?erase=true`)).status).toBe(404)
      }
      expect((await list(call)).total).toBe(0)
      const events = await server.database.db.selectFrom('audit_events').selectAll().execute()
      expect(events.filter(({ event }) => event === 'user.erased').map(({ target_id }) => target_id)).toEqual([
        listed.id,
        trashed.id,
      ])
      expect(JSON.stringify(events)).not.toMatch(/one@|two@/)
    })
  })
})
