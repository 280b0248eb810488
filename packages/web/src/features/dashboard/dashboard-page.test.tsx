import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Extension } from '@rapport/core/api/operations.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { screen, waitFor, within } from '@testing-library/react'
import { format, subDays } from 'date-fns'
import { describe, expect, test } from 'vitest'
import { envelope, intercept, recording, renderApp, withData } from '#testing/render-app.tsx'

const USERS = 'GET /api/admin/users'

const server = freshServer()

const serve = (extensions: Extension[], users: Partial<Schemas['User']>[]) => server.restart({ extensions, users })

const open = (search = '', fetch = server.fetch) => renderApp(`/dashboard${search}`, { ...server, fetch })
const findRecentUsers = () => screen.findByRole('table', { name: 'Recent users' })

async function findCard(label: string) {
  return screen.findByRole('link', { name: new RegExp(`^${label}`) })
}

/** Seven users. The admin, who is active and Pro, is the eighth. */
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
    await waitFor(async () => expect(await findCard('Total Users')).toHaveTextContent('Total Users8'))
    expect(await findCard('Active Users')).toHaveTextContent('Active Users6')
    expect(await findCard('Pro Users')).toHaveTextContent('Pro Users2')
    expect(await findCard('Basic Users')).toHaveTextContent('Basic Users5')
    expect(await findCard('Pro Users')).toHaveAttribute('href', '/User?range=all&role=admin')
    expect(await findCard('Active Users')).toHaveAttribute('href', '/User?range=all&status=active')
    expect((await findCard('Total Users')).closest('li')).toHaveTextContent(/1 joined today$/)
    expect((await findCard('Active Users')).closest('li')).toHaveTextContent(/2 not active$/)
  })

  test('says what needs attention, and links to exactly those records', async () => {
    await serve(extensions, members)
    const lists = {
      'GET /api/admin/categories': [
        { id: 1, category_name: 'Talks' },
        { id: 2, category_name: 'Empty' },
      ],
      'GET /api/admin/subcategories': [
        { id: 1, category_id: 1, subcategory_name: 'Listening', safety_tips: 'Slowly.' },
        { id: 2, category_id: '1', subcategory_name: 'Asking', safety_tips: ' ' },
        { id: 3, category_id: 1, subcategory_name: 'Telling', safety_tips: null },
      ],
      'GET /api/admin/subscription-products': [{ id: 1, product_id: 'has a space', name: 'Basic', price: '9.99' }],
    }
    open(
      '',
      Object.entries(lists).reduce((fetch, [call, records]) => withData(fetch, call, () => records), server.fetch),
    )
    const attention = within(await screen.findByRole('region', { name: 'Needs attention' }))
    const link = async (name: string) => (await attention.findByRole('link', { name })).getAttribute('href')
    expect(await link('Users not active 2')).toBe('/User?range=all&status=not-active')
    expect(await link('Users with no plan 1')).toBe('/User?range=all&role=no-plan')
    expect(await link('Positions without safety tips 2')).toBe('/Kamasutra?tips=not-set')
    expect(await link('Categories without positions 1')).toBe('/category?positions=none')
    expect(await link('Plans that break a store rule 1')).toBe('/subscription?rules=broken')
  })

  test('the overviews show whole percentages and the tiers of all users', async () => {
    await serve(extensions, members)
    open()
    const users = await screen.findByRole('region', { name: 'User Overview' })
    await within(users).findByText('63%')
    expect(within(users).getByText('25%')).toBeVisible()
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
    const table = await findRecentUsers()
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
    expect(row(/Bea/).getByTitle('Active')).toHaveClass('tone-success')
    expect(row(/Cem/).getByTitle('Inactive')).toHaveClass('tone-danger')
    const nameless = row(/Pending/)
    expect(nameless.getByTitle('Pending')).toHaveClass('tone-danger')
    // Name, email address and role.
    expect(nameless.getAllByText('Not Set')).toHaveLength(3)
  })

  test('compares the sign-ups of the range with those of the range before', async () => {
    await serve(extensions, members)
    const { user, router } = open('?range=7d')
    const panel = await screen.findByRole('region', { name: 'Sign-ups' })
    const columns = await within(panel).findByRole('list', { name: 'Sign-ups' })
    expect(within(columns).getAllByRole('link')).toHaveLength(7)
    expect(within(columns).getByRole('link', { name: /^Today: 1, previous period/ })).toHaveAttribute('href', '/User')
    expect(panel).toHaveTextContent('6 people joined 0 in the previous period')
    expect((await findCard('Pro Users')).closest('li')).toHaveTextContent('+2 in 7 days')
    await user.click(screen.getByRole('radio', { name: '90 days' }))
    expect(router.state.location.search).toBe('?range=90d')
    await waitFor(() => expect(panel).toHaveTextContent(/7 people joined ▲up 600% 1 in the previous period/))
  })

  test('a custom range is chosen with the date picker', async () => {
    await serve(extensions, members)
    const { user, router } = open('?range=7d')
    await user.click(await screen.findByRole('button', { name: /^Sign-up period/ }))
    expect(await screen.findByRole('button', { name: 'Last Month' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'All dates' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Yesterday' }))
    const day = format(subDays(new Date(), 1), 'yyyy-MM-dd')
    expect(router.state.location.search).toBe(`?range=${day}..${day}`)
    const lengths = screen.getByRole('group', { name: 'Sign-up period' })
    expect(within(lengths).queryByRole('radio', { checked: true })).toBeNull()
    const panel = await screen.findByRole('region', { name: 'Sign-ups' })
    await waitFor(() => expect(panel).toHaveTextContent('1 person joined'))
  })

  test('View All opens the list with all dates', async () => {
    await serve(extensions, members)
    const { user, router } = open()
    await user.click(await screen.findByRole('button', { name: 'View All' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    expect(router.state.location.search).toBe('?range=all')
  })

  test('reloads the counts after a deletion', async () => {
    await serve(extensions, members)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Delete Bea/ }))
    expect(await screen.findByText('Are you sure you want to delete this user?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete user' }))
    await waitFor(async () => expect(await findCard('Total Users')).toHaveTextContent('Total Users7'))
    expect(screen.queryByRole('button', { name: /^Delete Bea/ })).toBeNull()
  })
})

test('nothing needs attention', async () => {
  await serve([], [])
  open(
    '',
    withData(server.fetch, USERS, () => ({
      users: [{ id: 1, role: 'user', status: 'active', age: 16, profile_completed: true }],
    })),
  )
  const attention = await screen.findByRole('region', { name: 'Needs attention' })
  expect(await within(attention).findByText('Nothing needs you.')).toBeVisible()
  expect(within(attention).queryByRole('link')).toBeNull()
})

test('counts users under 16 or without an age, and profiles that are not completed', async () => {
  await serve([], [{ age: 15, profile_completed: true }, { age: null }, { age: 16, profile_completed: true }])
  open()
  const attention = within(await screen.findByRole('region', { name: 'Needs attention' }))
  // The admin has no age either.
  expect(await attention.findByRole('link', { name: 'Under 16, or age not set 3' })).toHaveAttribute(
    'href',
    '/User?range=all&age_to=15&age_not_set=true',
  )
  expect(attention.getByRole('link', { name: /^Profiles not completed/ })).toHaveAttribute(
    'href',
    '/User?range=all&profile=no',
  )
})

test('lists the last changes by others, without sign-ins', async () => {
  await serve(['history'], [])
  const event = (id: number, actor_name: string, name: string) => ({
    id,
    at: '2026-11-28T10:00:00Z',
    event: name,
    actor: 'admin',
    actor_id: id,
    actor_name,
    entity: 'category',
    record_id: id,
    record_name: `Category ${id}`,
    ip: null,
    detail: null,
    changes: null,
  })
  const ownName = withData(server.fetch, 'GET /api/admin/get-settings', (settings: object) => ({
    ...settings,
    first_name: 'Ada',
    last_name: 'Byron',
  }))
  open(
    '',
    withData(ownName, 'GET /api/admin/history', () => ({
      next: null,
      events: [
        event(9, 'Grace Moreau', 'category.created'),
        event(8, 'Ada Byron', 'category.created'),
        event(7, 'Grace Moreau', 'sign_in.succeeded'),
        event(6, 'Grace Moreau', 'category.deleted'),
      ],
    })),
  )
  const panel = within(await screen.findByRole('region', { name: 'Last changes' }))
  const changes = await panel.findAllByRole('listitem')
  expect(changes.map(({ textContent }) => textContent)).toEqual([
    'Grace Moreau added the category Category 9.28 Nov',
    'Grace Moreau deleted the category Category 6.28 Nov',
  ])
})

test('a server without a history has no last changes', async () => {
  await serve([], [])
  open()
  expect(await screen.findByRole('table', { name: 'Recent users' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Last changes' })).toBeNull())
})

test('counts the sign-ups in one call to a server with paging', async () => {
  await serve(['paging'], members)
  const { calls, fetch } = recording(server.fetch)
  open('?range=90d', fetch)
  expect(await screen.findByRole('list', { name: 'Sign-ups' })).toBeVisible()
  expect(calls.filter((call) => call.includes('joined_bounds'))).toHaveLength(1)
})

test("shows 'Loading users...' while loading", async () => {
  await serve(['paging'], [])
  open(
    '',
    intercept(server.fetch, USERS, () => new Promise(() => undefined)),
  )
  expect(await screen.findByText('Loading users...')).not.toHaveClass('visually-hidden')
})

test('shows one message with one Retry when the server fails', async () => {
  await serve(['paging'], members)
  let failing = true
  const { user } = open('', async (request) =>
    failing && request.url.includes('/users') ? envelope(500) : server.fetch(request),
  )
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(/^Failed to fetch users\.Try again in a moment/)
  expect(alert).toHaveClass('tone-danger')
  expect(await findCard('Total Users')).toHaveTextContent('Total UsersNot loaded')
  expect(screen.getByRole('region', { name: 'Sign-ups' })).toHaveTextContent('Sign-upsNot loaded')
  expect(screen.getByRole('region', { name: 'Subscription Overview' })).toHaveTextContent(/Not loaded$/)
  expect(screen.getByRole('region', { name: 'Recent Users' })).toHaveTextContent(/Not loaded$/)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  failing = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect(await findCard('Total Users')).toHaveTextContent('Total Users8'))
  expect(await screen.findByRole('list', { name: 'Sign-ups' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Retry asks again for everything that failed, the settings too', async () => {
  await serve(['paging', 'trash'], members)
  let failing = true
  const { fetch, calls } = recording(server.fetch)
  const { user } = open('', async (request) => (failing ? envelope(500) : fetch(request)))
  expect(await screen.findByRole('alert')).toBeVisible()
  failing = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect(await findCard('Total Users')).toHaveTextContent('Total Users8'))
  expect(calls).toContain('GET /api/admin/get-settings')
  expect(await screen.findByRole('link', { name: 'Trash' })).toBeVisible()
})

test('a refusal gives no advice to try again', async () => {
  await serve(['paging'], members)
  open(
    '',
    intercept(server.fetch, USERS, () => envelope(403, 'You may not list users.')),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(/^You may not list users\.Retry$/)
})

test('shows 0% and no rows when there are no users', async () => {
  await serve([], [])
  open(
    '',
    intercept(server.fetch, USERS, () => Response.json({ code: 200, message: '', data: { users: [] } })),
  )
  const overview = await screen.findByRole('region', { name: 'User Overview' })
  expect(await within(overview).findAllByText('0%')).toHaveLength(2)
  expect(await screen.findByText('No users yet')).toBeVisible()
  const panel = screen.getByRole('region', { name: 'Sign-ups' })
  await waitFor(() => expect(panel).toHaveTextContent('0 people joined'))
})
