import { startTestServer, type TestServer } from '@rapport/server/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { subDays } from 'date-fns'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { envelope, intercept, renderApp, withData } from '#testing/render-app.tsx'

let server: TestServer
let token: string
beforeEach(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterEach(() => server.close())

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
const eventAt = (at: Date, id: number) => ({ ...EVENT, id, at: at.toISOString() })

const PRODUCT = { product_id: 'gold', name: 'Gold', price: 1, currency: 'EUR', billing_cycle: 'monthly' }

async function saveProduct(id: number | undefined, changes: object): Promise<number> {
  const call = id === undefined ? ('POST subscription-products' as const) : (`PUT subscription-products/${id}` as const)
  const body = { ...PRODUCT, trial_period_days: 0, ...changes }
  return (await callApi({ fetch: server.fetch, token }, call, body)).id
}

const open = (query = '', fetch = server.fetch) => renderApp(`/history${query}`, { fetch, token })
const rows = async () =>
  within(await screen.findByRole('group', { name: 'Events' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('tells what was changed, field by field, and leads to the record', async () => {
  const id = await saveProduct(undefined, {})
  await saveProduct(id, { name: 'Gold plus' })
  const { user, router } = open()
  const link = (await screen.findAllByRole('link', { name: `#${id}` }))[0] ?? document.body
  const [first = ''] = await rows()
  expect(first).toMatch(/^Subscription updated #\d+/)
  expect(first).toContain('Name: Gold → Gold plus')

  await user.selectOptions(screen.getByLabelText('Event'), 'Subscription created')
  expect(await screen.findByText(/^Subscription created/, { selector: 'p' })).toBeVisible()
  expect(router.state.location.search).toBe('?event=product.created')
  await user.selectOptions(screen.getByLabelText('Kind'), 'User')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText(/^Subscription updated/, { selector: 'p' })).toBeVisible()
  expect(link).toHaveAttribute('href', `/subscription?edit=${id}`)
})

test('lists the events of each day under its name, with their time', async () => {
  await saveProduct(undefined, {})
  const days = [new Date(2025, 10, 20, 9, 5), subDays(new Date(), 1), new Date()]
  const events = days.map(eventAt).toReversed()
  open(
    '',
    withData(server.fetch, 'GET /api/admin/history', () => ({ events, next: null })),
  )
  const headings = await screen.findAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Today', 'Yesterday', 'Thursday, 20 Nov 2025'])
  expect(await rows()).toHaveLength(3)
  expect(screen.getByRole('list', { name: 'Thursday, 20 Nov 2025' })).toHaveTextContent('09:05')
})

test('loads older events at a click', async () => {
  const id = await saveProduct(undefined, {})
  for (let price = 2; price < 54; price += 1) await saveProduct(id, { price })
  const { user } = open('?kind=product')
  await user.click(await screen.findByRole('button', { name: 'Older events' }))
  expect(await screen.findByText(/^Subscription created/, { selector: 'p' })).toBeVisible()
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
  await user.type(await screen.findByRole('searchbox', { name: 'Search by record ID' }), String(id))
  await waitFor(() => expect(router.state.location.search).toBe(`?kind=product&search=${id}`))
  await waitFor(() => expect(screen.getAllByText(/^Subscription/, { selector: 'p' })).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect((await screen.findAllByText('2 events were exported.'))[0]).toBeVisible()
  const lines = (await saved[0]?.text())?.split('\r\n')
  expect(lines?.[0]).toBe('id,at,event,actor,actor_id,actor_name,entity,record_id,ip,detail,changes')
  expect(lines).toHaveLength(4)
  expect(lines?.[1]).toMatch(/,product\.updated,admin,\d+,Ada Admin,product,\d+,[^,]*,,name: Gold → =1\+1$/)
})

test('a history that cannot be loaded says so', async () => {
  open(
    '',
    intercept(server.fetch, 'GET /api/admin/history', () => envelope(500)),
  )
  expect(await screen.findByText('Failed to fetch the history.')).toBeVisible()
})
