import type { Extension } from '@rapport/core/api/operations.ts'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { subDays } from 'date-fns'
import { afterEach, describe, expect, test } from 'vitest'
import { envelope, intercept, renderApp } from '#testing/render-app.tsx'
import badge from '#ui/primitives/badge.module.css'
import notice from '#ui/feedback/notice.module.css'

const USERS = 'GET /api/admin/users'

let server: TestServer
let token: string

async function serve(extensions: Extension[], users: Partial<Schemas['User']>[]) {
  server = await startTestServer({ extensions, users })
  token = await server.signIn()
}
afterEach(() => server.close())

const open = (fetch = server.fetch) => renderApp('/dashboard', { fetch, token })
const recent = () => screen.findByRole('table', { name: 'Recent users' })

async function cardOf(label: string) {
  return screen.findByRole('link', { name: new RegExp(`^${label}`) })
}

/** With the admin, who is active and Pro: eight users. */
const members: Partial<Schemas['User']>[] = [
  { first_name: 'Bea', role: 'user', status: 'active', joined_date: subDays(new Date(), 1).toISOString() },
  { first_name: 'Cem', role: 'user', status: 'inactive', joined_date: subDays(new Date(), 2).toISOString() },
  { first_name: 'Dan', role: 'user', status: 'active', joined_date: subDays(new Date(), 3).toISOString() },
  {
    first_name: null,
    last_name: null,
    role: null,
    status: 'pending',
    joined_date: subDays(new Date(), 4).toISOString(),
  },
  { first_name: 'Eva', role: 'admin', status: 'active', joined_date: subDays(new Date(), 5).toISOString() },
  { first_name: 'Gil', role: 'user', status: 'active', joined_date: subDays(new Date(), 60).toISOString() },
  { first_name: 'Hal', role: 'user', status: 'active', joined_date: subDays(new Date(), 90).toISOString() },
]

describe.each([
  ['a server with paging', ['paging', 'logout'] satisfies Extension[]],
  ['a server of the plain contract', []],
])('with %s', (_, extensions: Extension[]) => {
  test('four cards count all users and link to them', async () => {
    await serve(extensions, members)
    open()
    await waitFor(async () => expect(await cardOf('Total Users')).toHaveTextContent('Total Users8'))
    expect(await cardOf('Active Users')).toHaveTextContent('Active Users6')
    expect(await cardOf('Pro Users')).toHaveTextContent('Pro Users2')
    expect(await cardOf('Basic Users')).toHaveTextContent('Basic Users5')
    expect(await cardOf('Pro Users')).toHaveAttribute('href', '/User?range=all&role=admin')
    expect(await cardOf('Active Users')).toHaveAttribute('href', '/User?range=all&status=active')
  })

  test('a rest below 1% is not called grey', async () => {
    // With the admin who is signed in, 1 % and 99 % of 300.
    const users = Array.from({ length: 297 }, (): Partial<Schemas['User']> => ({ role: 'user' }))
    await serve(extensions, [...users, { role: 'admin' }, { role: null }])
    open()
    expect(await screen.findByText(/User\. The rest, less than 1%, has no plan\.$/)).toBeVisible()
  })

  test('the overviews show whole percentages and the plans of all users', async () => {
    await serve(extensions, members)
    open()
    const users = await screen.findByRole('region', { name: 'User Overview' })
    await within(users).findByText('63%')
    expect(within(users).getByText('25%')).toBeVisible()
    expect(within(users).getByText(/Admin.*User\. The grey rest, 13%, has no plan\.$/)).toBeVisible()
    const plans = screen.getByRole('region', { name: 'Subscription Overview' })
    const shown = [...plans.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ])
    expect(shown).toEqual([
      ['Total User', '8'],
      ['Pro Plan', '2'],
      ['Basic Plan', '5'],
      ['Users with no plan', '1'],
    ])
  })

  test("shows five users, statuses in their colours, and missing values as 'Not Set'", async () => {
    await serve(extensions, members)
    open()
    const table = await recent()
    await within(table).findByRole('row', { name: /Bea/ })
    expect(within(table).getAllByRole('row')).toHaveLength(6)
    const headings = within(table).getAllByRole('columnheader')
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Date',
      'Email',
      'Role',
      'Status',
      'Actions',
    ])
    expect(within(table).queryByText('Gil')).toBeNull()
    const row = (name: RegExp) => within(within(table).getByRole('row', { name }))
    expect(row(/Bea/).getByTitle('User')).toBeVisible()
    expect(row(/Bea/).getByTitle('Active')).toHaveClass(badge['green'] ?? '')
    expect(row(/Cem/).getByTitle('Inactive')).toHaveClass(badge['red'] ?? '')
    const nameless = row(/Pending/)
    expect(nameless.getByTitle('Pending')).toHaveClass(badge['red'] ?? '')
    // Name, e-mail address and role.
    expect(nameless.getAllByText('Not Set')).toHaveLength(3)
  })

  test('counts sign-ups by day, and links each number to its users', async () => {
    await serve(extensions, members)
    const { user } = open()
    const panel = await screen.findByRole('region', { name: 'Sign-ups' })
    expect(await within(panel).findByText('6 people joined in the last 30 days')).toBeVisible()
    await user.selectOptions(within(panel).getByLabelText('Range'), 'Last 7 days')
    await user.click(within(panel).getByRole('button', { name: 'Table' }))
    const table = within(panel).getByRole('table')
    await waitFor(() =>
      expect(
        within(table)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual(['1', '1', '1', '1', '1', '1', '0']),
    )
    expect(within(table).getAllByRole('link')[0]).toHaveAttribute('href', '/User')
  })

  test('View All opens the list with all dates', async () => {
    await serve(extensions, members)
    const { user, router } = open()
    await user.click(await screen.findByRole('button', { name: 'View All' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    expect(router.state.location.search).toBe('?range=all')
  })

  test('counts again after a deletion', async () => {
    await serve(extensions, members)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Delete Bea/ }))
    expect(await screen.findByText('Are you sure you want to delete this user?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete user' }))
    await waitFor(async () => expect(await cardOf('Total Users')).toHaveTextContent('Total Users7'))
    expect(screen.queryByRole('button', { name: /^Delete Bea/ })).toBeNull()
  })
})

test('marks sign-ups that the server has stopped counting', async () => {
  await serve(['paging'], [])
  const data = { users: [], total: 10_000, total_is_minimum: true }
  open(async (request) =>
    request.url.includes('joined_from') ? Response.json({ code: 200, message: '', data }) : server.fetch(request),
  )
  expect(await screen.findByText('300,000+ people joined in the last 30 days')).toBeVisible()
})

test("shows 'Loading users...' while loading", async () => {
  await serve(['paging'], [])
  open(intercept(server.fetch, USERS, () => new Promise(() => undefined)))
  expect(await screen.findByText('Loading users...')).not.toHaveClass('visually-hidden')
})

test('each panel shows its failure with Retry', async () => {
  await serve(['paging'], members)
  let failing = true
  const { user } = open(async (request) =>
    failing && request.url.includes('/users') ? envelope(500) : server.fetch(request),
  )
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3))
  for (const alert of screen.getAllByRole('alert')) {
    expect(alert).toHaveTextContent('Failed to fetch users.')
    expect(alert).toHaveClass(notice['error'] ?? '')
  }
  failing = false
  const [first] = screen.getAllByRole('button', { name: 'Retry' })
  if (first) await user.click(first)
  await waitFor(async () => expect(await cardOf('Total Users')).toHaveTextContent('Total Users8'))
})

test('without users shows 0% and no rows', async () => {
  await serve([], [])
  open(intercept(server.fetch, USERS, () => Response.json({ code: 200, message: '', data: { users: [] } })))
  const overview = await screen.findByRole('region', { name: 'User Overview' })
  expect(await within(overview).findAllByText('0%')).toHaveLength(2)
  expect(await screen.findByText('No users yet')).toBeVisible()
  expect(screen.getByText('0 people joined in the last 30 days')).toBeVisible()
})
