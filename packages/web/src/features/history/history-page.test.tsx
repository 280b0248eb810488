import { freshServer } from '@rapport/server/fresh-server'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { chooseFilter } from '#testing/choose-filter.ts'
import { envelope, intercept, renderApp, withData } from '#testing/render-app.tsx'

const server = freshServer()

const EVENT = {
  event: 'product.created',
  actor: 'admin',
  actor_id: 1,
  actor_name: 'Ada Admin',
  entity: 'product',
  record_id: 1,
  ip: null,
  detail: null,
  changes: null,
}

const PRODUCT = { product_id: 'gold', name: 'Gold', price: 1, currency: 'EUR', billing_cycle: 'monthly' }

async function saveProduct(id: number | undefined, changes: object): Promise<number> {
  const call = id === undefined ? ('POST subscription-products' as const) : (`PUT subscription-products/${id}` as const)
  const body = { ...PRODUCT, trial_period_days: 0, ...changes }
  return (await callApi(server, call, body)).id
}

const open = (query = '', fetch = server.fetch) => renderApp(`/history${query}`, { ...server, fetch })
const rows = async () =>
  within(await screen.findByRole('table', { name: 'History' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

const eventCells = (text: string) => screen.findAllByRole('cell', { name: text })

test('shows the changes of each field, and links to the record by name', async () => {
  const id = await saveProduct(undefined, {})
  await saveProduct(id, { name: 'Gold plus' })
  const { user, router } = open()
  const [link] = await screen.findAllByRole('link', { name: 'Gold plus' })
  expect(link).toHaveAttribute('href', `/subscription?edit=${id}`)
  const [first = ''] = await rows()
  expect(first).toMatch(/^Subscription updatedGold plus/)
  expect(first).toContain('Name: Gold → Gold plus')

  await chooseFilter(user, 'Event', 'Subscription created')
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'Subscription updated' })).toBeNull())
  expect(await eventCells('Subscription created')).toHaveLength(1)
  expect(router.state.location.search).toBe('?event=product.created')
  await chooseFilter(user, 'Kind', 'User')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await eventCells('Subscription updated')).toHaveLength(1)
})

test('names a deleted record by its events, or by its id when they have no name', async () => {
  const event = {
    ...EVENT,
    event: 'category.deleted',
    entity: 'category',
    at: new Date(2025, 10, 20, 9, 5).toISOString(),
  }
  const created = ['category_name', 'slug'].map((field) => ({ field, before: null, after: 'Trust' }))
  const events = [
    { ...event, id: 3, record_id: 7 },
    { ...event, id: 2, record_id: 8 },
    { ...event, id: 1, record_id: 7, event: 'category.created', changes: created },
  ]
  open(
    '',
    withData(server.fetch, 'GET /api/admin/history', () => ({ events, next: null })),
  )
  expect(await screen.findByText('Category #8')).toBeVisible()
  const [gone, , first] = await rows()
  expect(gone).toContain('Category deletedTrust')
  // The name of a new record is in its own column.
  expect(first).toContain('Category createdTrust')
  expect(first).not.toContain('Name:')
  expect(first).toContain('Slug: Trust')
  expect(first).toContain('20 Nov 2025, 09:05')
})

test('names the admin of an event beside a record of the same name', async () => {
  const sameName = { ...EVENT, event: 'product.updated', id: 1, record_id: 7, at: new Date().toISOString() }
  const changes = [{ field: 'name', before: 'Ada', after: 'Ada Admin' }]
  open(
    '',
    withData(server.fetch, 'GET /api/admin/history', () => ({ events: [{ ...sameName, changes }], next: null })),
  )
  expect(await screen.findByRole('cell', { name: 'Ada AdminAda Admin' })).toBeVisible()
})

test('loads older events on click', async () => {
  const id = await saveProduct(undefined, {})
  for (let price = 2; price < 54; price += 1) await saveProduct(id, { price })
  const { user } = open('?kind=product')
  await user.click(await screen.findByRole('button', { name: 'Older events' }))
  expect(await eventCells('Subscription created')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Older events' })).toBeNull()
})

test('a record is found by its id, and the events that match are exported as CSV', async () => {
  const id = await saveProduct(undefined, {})
  await saveProduct(id, { name: '=1+1' })
  await saveProduct(undefined, { product_id: 'silver' })
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file)
    return 'blob:'
  })
  const { user, router } = open('?kind=product')
  await user.type(await screen.findByRole('searchbox', { name: 'Search by record ID' }), `#${id}`)
  await waitFor(() => expect(router.state.location.search).toBe(`?kind=product&search=%23${id}`))
  await waitFor(() => expect(screen.getAllByRole('cell', { name: /^Subscription/ })).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect((await screen.findAllByText('2 events were exported.'))[0]).toBeVisible()
  const lines = (await saved[0]?.text())?.split('\r\n')
  expect(lines?.[0]).toBe('id,at,event,actor,actor_id,actor_name,entity,record_id,ip,detail,changes')
  expect(lines).toHaveLength(4)
  expect(lines?.[1]).toMatch(/,product\.updated,admin,\d+,Ada Admin,product,\d+,[^,]*,,name: Gold → =1\+1$/)
})

test('shows an error when the history cannot be loaded', async () => {
  open(
    '',
    intercept(server.fetch, 'GET /api/admin/history', () => envelope(500)),
  )
  expect(await screen.findByText('Failed to fetch the history.')).toBeVisible()
})
