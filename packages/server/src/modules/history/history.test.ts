import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { expect } from 'vitest'
import { HOUR } from '#server/domain/time.ts'
import { asAdmin, type Call, withToken } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'

const PRODUCTS = '/api/admin/subscription-products'
const TOKENS = '/api/admin/tokens'
const PRODUCT = { product_id: 'p', name: 'P', price: 1.5, currency: 'EUR', billing_cycle: 'monthly' }

const history = async (call: Call, query = '') =>
  (await call<Schemas['HistoryPage']>('GET', `/api/admin/history${query}`)).body.data
const namesOf = ({ events }: Schemas['HistoryPage']) => events.map(({ event }) => event)

onEachEngine(({ it }) => {
  it('lists the fields that a save has changed, and images as paths', async ({ server, call }) => {
    const save = async (fields: Parameters<typeof formOf>[0]) =>
      (await call<Schemas['Category']>('POST', '/api/admin/category', formOf(fields))).body.data
    const created = await save({ category_name: 'Old', category_image: samplePng() })
    const { id } = created
    const saved = await save({ id, category_name: 'New', category_image: samplePng(2) })
    await save({ id, category_name: 'New' })
    const { events } = await history(call, `?entity=category&record_id=${id}`)
    expect(events.map(({ changes }) => changes)).toEqual([
      null,
      [
        { field: 'category_name', before: 'Old', after: 'New' },
        { field: 'category_image', before: created.category_image, after: saved.category_image },
      ],
      [
        { field: 'category_name', before: null, after: 'Old' },
        { field: 'slug', before: null, after: 'old' },
        { field: 'category_image', before: null, after: created.category_image },
      ],
    ])
    expect(events[0]).toMatchObject({
      event: 'category.updated',
      actor: 'admin',
      actor_id: server.admin.id,
      actor_name: 'Ada Admin',
      entity: 'category',
      record_id: id,
      ip: '127.0.0.1',
    })
  })

  it('lists only names of fields for people', async ({ call }) => {
    const profile = { email: 'new@example.com', first_name: 'Ada', last_name: 'Lovelace' }
    await call('POST', '/api/admin/update-settings', profile)
    const { events } = await history(call, '?event=settings.updated')
    expect(events).toMatchObject([{ changes: [{ field: 'email' }, { field: 'last_name' }] }])
    expect(JSON.stringify(events.map(({ changes }) => changes))).not.toMatch(/new@|Lovelace/)
  })

  it('returns pages, the newest first, filtered by event, admin and time', async ({ server }) => {
    const call = await asAdmin(server)
    const began = server.clock()
    server.advance(HOUR / 2)
    const { id } = (await call<{ id: number }>('POST', PRODUCTS, PRODUCT)).body.data
    server.advance(HOUR / 4)
    await call('PUT', `${PRODUCTS}/${id}`, { ...PRODUCT, price: 2 })
    await call('DELETE', `${PRODUCTS}/${id}`)
    const allEvents = ['product.deleted', 'product.updated', 'product.created', 'sign_in.succeeded']
    expect(namesOf(await history(call))).toEqual(allEvents)

    const firstPage = await history(call, '?limit=3')
    const secondPage = await history(call, `?limit=3&cursor=${firstPage.next}`)
    expect([namesOf(firstPage), namesOf(secondPage), secondPage.next]).toEqual([
      allEvents.slice(0, 3),
      allEvents.slice(3),
      null,
    ])

    const halfAnHourLater = new Date(began.getTime() + HOUR / 2).toISOString()
    expect(namesOf(await history(call, `?from=${halfAnHourLater}`))).toEqual(allEvents.slice(0, 3))
    expect(namesOf(await history(call, `?to=${halfAnHourLater}`))).toEqual(allEvents.slice(2))
    expect(namesOf(await history(call, '?from=2030-01-01T00:00:00Z'))).toEqual([])
    expect(namesOf(await history(call, '?event=product.updated'))).toEqual(['product.updated'])
    expect(namesOf(await history(call, `?actor=${server.admin.id}&entity=product`))).toEqual(allEvents.slice(0, 3))
    expect(namesOf(await history(call, '?actor=someone'))).toEqual([])
  })

  it('names records as they are called now, also in the trash, and finds them by name', async ({ server, call }) => {
    const { id } = (await call<{ id: number }>('POST', PRODUCTS, { ...PRODUCT, name: 'Été' })).body.data
    await call('PUT', `${PRODUCTS}/${id}`, { ...PRODUCT, name: 'Hiver' })
    const namesFound = async (query: string) =>
      (await history(call, query)).events.map(({ event, record_name }) => [event, record_name])
    const found = [
      ['product.updated', 'Hiver'],
      ['product.created', 'Hiver'],
    ]
    expect(await namesFound('?search=HIVÉR')).toEqual(found)
    expect(await namesFound(`?search=%23${id}&entity=product`)).toEqual(found)
    expect(await namesFound('?search=hiver&event=product.created')).toEqual(found.slice(1))
    expect(await namesFound('?search=hiver&actor=someone')).toEqual([])
    expect(await namesFound('?search=ete')).toEqual([])
    expect(await namesFound('?search=ada%20admin')).toEqual([['sign_in.succeeded', 'Ada Admin']])

    await call('DELETE', `${PRODUCTS}/${id}`)
    expect(await namesFound('?search=hiver')).toEqual([['product.deleted', 'Hiver'], ...found])
    const input = { name: 'CI', scopes: ['read'], expires_in_days: 1 }
    const readOnly = withToken(server, (await call<{ secret: string }>('POST', TOKENS, input)).body.data.secret)
    const { events } = await history(readOnly, '?entity=product')
    expect(events.map(({ record_name, detail }) => [record_name, detail])).toEqual([
      ['Hiver', 'Hiver'],
      [null, null],
      [null, null],
    ])
    expect((await history(readOnly, '?search=hiver')).events).toEqual([])
    await call('DELETE', '/api/admin/trash')
    expect(await namesFound('?search=hiver')).toEqual([])
    expect((await history(call, '?event=product.purged')).events).toMatchObject([
      { record_name: 'Hiver', detail: 'Hiver' },
    ])
  })

  it('keeps no name of an erased person', async ({ server, call }) => {
    const { id } = await server.addUser({ first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' })
    await call('DELETE', `/api/admin/users/${id}`)
    expect((await history(call, '?search=hopper')).events).toMatchObject([{ record_name: 'Grace Hopper' }])
    await call('DELETE', '/api/admin/trash')
    const { events } = await history(call)
    expect(events[0]).toMatchObject({ event: 'user.purged', record_id: id, record_name: null })
    expect(JSON.stringify(events)).not.toMatch(/grace|hopper/i)
    expect((await history(call, '?search=hopper')).events).toEqual([])
  })
})
