import { startTestServer, type TestServer } from '@rapport/server/testing'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { envelope, intercept, renderApp } from '#testing/render-app.tsx'

let server: TestServer
let token: string
beforeEach(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterEach(() => server.close())

const PRODUCT = { product_id: 'gold', name: 'Gold', price: 1, currency: 'EUR', billing_cycle: 'monthly' }

async function saveProduct(id: number | undefined, changes: object): Promise<number> {
  const request = new Request(
    `http://rapport.test/api/admin/subscription-products${id === undefined ? '' : `/${id}`}`,
    {
      method: id === undefined ? 'POST' : 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...PRODUCT, trial_period_days: 0, ...changes }),
    },
  )
  const body: { data: { id: number } } = await (await server.fetch(request)).json()
  return body.data.id
}

const open = (query = '', fetch = server.fetch) => renderApp(`/history${query}`, { fetch, token })
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Events' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('tells what was changed, field by field, and leads to the record', async () => {
  const id = await saveProduct(undefined, {})
  await saveProduct(id, { name: 'Gold plus' })
  const { user, router } = open()
  const link = (await screen.findAllByRole('link', { name: `#${id}` }))[0] ?? document.body
  const [first = ''] = await rows()
  expect(first).toMatch(/^Subscription updated #\d+/)
  expect(first).toContain('name: Gold → Gold plus')

  await user.selectOptions(screen.getByLabelText('Event'), 'Subscription created')
  expect(await screen.findByText(/^Subscription created/, { selector: 'p' })).toBeVisible()
  expect(router.state.location.search).toBe('?event=product.created')
  await user.selectOptions(screen.getByLabelText('Kind'), 'User')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText(/^Subscription updated/, { selector: 'p' })).toBeVisible()
  expect(link).toHaveAttribute('href', `/subscription?edit=${id}`)
})

test('loads older events at a click', async () => {
  const id = await saveProduct(undefined, {})
  for (let price = 2; price < 54; price += 1) await saveProduct(id, { price })
  const { user } = open('?kind=product')
  await user.click(await screen.findByRole('button', { name: 'Older events' }))
  expect(await screen.findByText(/^Subscription created/, { selector: 'p' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Older events' })).toBeNull()
})

test('a history that cannot be loaded says so', async () => {
  open(
    '',
    intercept(server.fetch, 'GET /api/admin/history', () => envelope(500)),
  )
  expect(await screen.findByText('Failed to fetch the history.')).toBeVisible()
})
