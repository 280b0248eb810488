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
const events = async () =>
  (await screen.findAllByRole('button', { name: 'Details' })).flatMap((button) => button.closest('li') ?? [])

async function findEvent(sentence: string): Promise<HTMLElement> {
  const found = (await events()).find(({ textContent }) => textContent.includes(sentence))
  if (!found) throw new Error(`There is no “${sentence}”.`)
  return found
}

test('tells events by day, and shows their details', async () => {
  const id = await saveProduct(undefined, {})
  await saveProduct(id, { name: 'Gold plus' })
  const { user, router } = open()
  const renamed = await findEvent('Ada Admin renamed the subscription Gold to Gold plus.')
  expect(within(renamed).getByRole('link', { name: 'Gold plus' })).toHaveAttribute('href', `/subscription?edit=${id}`)
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible()
  expect(screen.queryByText('product.updated')).toBeNull()
  await user.click(within(renamed).getByRole('button', { name: 'Details' }))
  expect(renamed).toHaveTextContent('Name: Gold → Gold plus')
  expect(renamed).toHaveTextContent('product.updated')
  expect(renamed).toHaveTextContent(`Subscription #${id}`)
  expect(renamed).toHaveTextContent('127.0.0.1')

  await chooseFilter(user, 'Event', 'Subscription created')
  await waitFor(async () => expect(await events()).toHaveLength(1))
  await findEvent('Ada Admin added the subscription Gold plus.')
  expect(router.state.location.search).toBe('?event=product.created')
  await chooseFilter(user, 'Kind', 'User')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await findEvent('renamed the subscription')
})

test('names the day of older events', async () => {
  const event = { ...EVENT, id: 1, event: 'product.deleted', record_id: 7 }
  const older = [{ ...event, at: new Date(2025, 10, 20, 9, 5).toISOString() }]
  open(
    '',
    withData(server.fetch, 'GET /api/admin/history', () => ({ events: older, next: null })),
  )
  expect(await screen.findByRole('heading', { name: 'Thursday, 20 November 2025' })).toBeVisible()
  expect(await findEvent('Ada Admin deleted the subscription #7.')).toHaveTextContent('09:05')
})

test('loads older events on click', async () => {
  const id = await saveProduct(undefined, {})
  for (let price = 2; price < 54; price += 1) await saveProduct(id, { price })
  const { user } = open('?kind=product')
  await user.click(await screen.findByRole('button', { name: 'Older events' }))
  await findEvent('Ada Admin added the subscription Gold.')
  expect(screen.queryByRole('button', { name: 'Older events' })).toBeNull()
})

test('a record is found by its name, and the events that match are exported as CSV', async () => {
  const id = await saveProduct(undefined, {})
  await saveProduct(id, { name: '=1+1 Plan' })
  await saveProduct(undefined, { product_id: 'silver' })
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file)
    return 'blob:'
  })
  const { user, router } = open('?kind=product')
  await user.type(await screen.findByRole('searchbox', { name: 'Search by record name' }), 'plan')
  await waitFor(() => expect(router.state.location.search).toBe(`?kind=product&search=plan`))
  await waitFor(async () => expect(await events()).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect((await screen.findAllByText('2 events were exported.'))[0]).toBeVisible()
  const lines = (await saved[0]?.text())?.split('\r\n')
  expect(lines?.[0]).toBe('id,at,event,actor,actor_id,actor_name,entity,record_id,ip,detail,changes,record_name')
  expect(lines).toHaveLength(4)
  expect(lines?.[1]).toMatch(
    /,product\.updated,admin,\d+,Ada Admin,product,\d+,[^,]*,,name: Gold → =1\+1 Plan,'=1\+1 Plan$/,
  )
})

test('shows an error when the history cannot be loaded', async () => {
  open(
    '',
    intercept(server.fetch, 'GET /api/admin/history', () => envelope(500)),
  )
  expect(await screen.findByText('Failed to fetch the history.')).toBeVisible()
})
