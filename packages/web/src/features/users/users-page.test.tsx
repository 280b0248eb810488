import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Extension } from '@rapport/core/api/operations.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { subDays } from 'date-fns'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseFilter } from '#testing/choose-filter.ts'
import { envelope, intercept, recording, renderApp, withData } from '#testing/render-app.tsx'

const server = freshServer()

const serve = (extensions: Extension[], users: Partial<Schemas['User']>[] = []) => server.restart({ extensions, users })

const open = (query = '', fetch = server.fetch) => renderApp(`/User${query}`, { ...server, fetch })
const rows = () => screen.getAllByRole('row').slice(1)
const column = (index: number) => rows().map((row) => within(row).getAllByRole('cell')[index]?.textContent)
const NAME = 2

const longAgo = subDays(new Date(), 400).toISOString()
const many = Array.from({ length: 30 }, (_, index): Partial<Schemas['User']> => ({
  first_name: `User${String(index).padStart(2, '0')}`,
  last_name: 'Test',
  email: `user${index}@example.com`,
  joined_date: longAgo,
  age: 20 + index,
}))

describe.each([
  ['a server with paging', ['paging', 'logout'] satisfies Extension[]],
  ['a server of the plain contract', []],
])('with %s', (_, extensions: Extension[]) => {
  beforeEach(() => serve(extensions, many))

  test('filters by status and role, and keeps them in the URL', async () => {
    await server.addUser({ first_name: 'Ina', status: 'inactive', joined_date: longAgo })
    await server.addUser({ first_name: 'Rob', role: 'admin', status: 'inactive', joined_date: longAgo })
    const { user, router } = open('?range=all&status=inactive')
    await waitFor(() => expect(column(NAME).map((name) => name?.slice(-8))).toEqual(['Ina User', 'Rob User']))
    expect(screen.getByRole('button', { name: 'Status: Inactive' })).toBeVisible()

    await chooseFilter(user, 'Role', 'Admin')
    await waitFor(() => expect(column(NAME)).toHaveLength(1))
    expect(router.state.location.search).toBe('?range=all&status=inactive&role=admin')

    await chooseFilter(user, 'Role', 'Admin', 'User')
    await chooseFilter(user, 'Status', 'Inactive')
    await waitFor(() => expect(screen.getByText('Showing 12 out of 31')).toBeVisible())
  })

  test('filters by gender, age and profile, and counts what each value would show', async () => {
    await server.addUser({ first_name: 'Ina', gender: 'female', age: 15, joined_date: longAgo })
    await server.addUser({ first_name: 'Eva', gender: 'female', joined_date: longAgo, profile_completed: true })
    const { user, router } = open('?range=all&age_to=15&age_not_set=true&gender=female')
    expect(await screen.findByText('Showing 2 out of 2')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Filters: 2' }))
    expect(await screen.findByRole('button', { name: 'Age: under 16, not set' })).toBeVisible()
    await chooseFilter(user, 'Profile', 'Completed')
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Age: under 16, not set' }))
    await user.click(await screen.findByRole('button', { name: /^Under 16/ }))
    await waitFor(() =>
      expect(router.state.location.search).toBe('?range=all&age_to=15&gender=female&profile_completed=true'),
    )
    await user.click(screen.getByRole('button', { name: 'Profile: Completed' }))
    expect(await screen.findByRole('option', { name: 'Not completed 1' })).toBeVisible()
  })

  test('applies no ages whose first is above the last', async () => {
    const { user, router } = open('?range=all&age_from=40')
    await user.click(await screen.findByRole('button', { name: 'Filters: 1' }))
    await user.click(await screen.findByRole('button', { name: 'Age: from 40' }))
    const to = await screen.findByRole('spinbutton', { name: 'To' })
    await user.type(to, '20{Enter}')
    expect(to).toBeInvalid()
    expect(router.state.location.search).toBe('?range=all&age_from=40')
    await user.type(to, '{Backspace}{Backspace}41{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?range=all&age_from=40&age_to=41'))
  })

  test('search, sort order, page size and page change the rows and the URL', async () => {
    const { user, router } = open('?range=all')
    await screen.findByText('Showing 12 out of 31')

    await user.type(screen.getByPlaceholderText('Search name, ID, email'), 'test')
    await screen.findByText('Showing 12 out of 30')
    await waitFor(() => expect(router.state.location.search).toBe('?range=all&search=test'))
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(column(NAME)[0]).toContain('User29 Test'))
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')

    await user.click(screen.getByRole('button', { name: 'Page 3' }))
    await screen.findByText('Showing 6 out of 30')
    expect(router.state.location.search).toBe('?range=all&search=test&sort=-name&page=3')

    await user.selectOptions(screen.getByLabelText('Rows per page'), '24')
    await screen.findByText('Showing 24 out of 30')
    expect(router.state.location.search).toBe('?range=all&search=test&sort=-name&size=24')
  })

  test('a page chosen right after typing stays', async () => {
    const { router } = open('?range=all')
    await screen.findByText('Showing 12 out of 31')
    fireEvent.change(screen.getByPlaceholderText('Search name, ID, email'), { target: { value: 'test' } })
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    await waitFor(() => expect(router.state.location.search).toContain('search=test'))
    expect(router.state.location.search).toBe('?range=all&search=test&page=2')
  })

  test('a page past the end is replaced by the last one', async () => {
    const { router } = open('?range=all&page=9')
    expect(await screen.findByText('Showing 7 out of 31')).toBeVisible()
    await waitFor(() => expect(router.state.location.search).toBe('?range=all&page=3'))
  })
})

describe('with paging', () => {
  beforeEach(() => serve(['paging', 'logout'], many))

  test('goes to page 1 when the server refuses a page', async () => {
    const { router } = open('?range=all&search=test&page=900', async (request) =>
      request.url.includes('page=900') ? envelope(400) : server.fetch(request),
    )
    expect(await screen.findByText('Showing 12 out of 30')).toBeVisible()
    expect(router.state.location.search).toBe('?range=all&search=test')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('asks the server for one page of the matches', async () => {
    const { fetch, calls } = recording(server.fetch)
    open('?range=all&search=user', fetch)
    await screen.findByText('Showing 12 out of 30')
    expect(calls).toContain('GET /api/admin/users?page=1&page_size=12&search=user&sort=-joined_date')
    expect(calls).toContain('GET /api/admin/users?search=user&page=1&page_size=1&facets=true')
  })

  test('shows the users of today at first, and all dates on request', async () => {
    const { user, router } = open('?search=user')
    expect(await screen.findByText(/^No users match “user” on \d\d \w{3} \d{4}$/)).toBeVisible()
    expect(await screen.findByText('30 match on other dates.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all dates' }))
    expect(await screen.findByText('Showing 12 out of 30')).toBeVisible()
    expect(router.state.location.search).toBe('?search=user&range=all')
  })

  test('counts what the filters leave out, and shows it', async () => {
    const { user, router } = open('?search=user&status=suspended')
    expect(await screen.findByText('30 match without filters.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('Showing 12 out of 30')).toBeVisible()
    expect(router.state.location.search).toBe('?search=user&range=all')
  })

  test('says how many records have no id, until all have one', async () => {
    let nameless: object[] = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
    const { user } = open(
      '?range=all',
      withData(server.fetch, 'GET /api/admin/users', (data: { users: object[] }) => ({
        ...data,
        users: [...nameless, ...data.users],
      })),
    )
    expect(await screen.findByText('2 records without an id are not shown.')).toBeVisible()
    nameless = []
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'User07')
    await waitFor(() => expect(screen.queryByText(/without an id/)).toBeNull())
  })

  test('a deleted user is gone from the list', async () => {
    const { user } = open('?range=all&search=user07')
    await user.click(await screen.findByRole('button', { name: 'Delete User07 Test' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
    expect(dialog).toHaveAccessibleDescription(/User07 Test \(user7@example.com\), user id \d+/)
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus())

    await user.click(within(dialog).getByRole('button', { name: 'Delete user' }))
    expect(await screen.findByText('No users match “user07”')).toBeVisible()
    expect((await screen.findAllByText('User07 Test was deleted.')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus())
  })
})

describe('while the next page is being loaded', () => {
  beforeEach(() => serve(['paging'], many))

  test('keeps the rows and marks the table as busy', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = async (request: Request) => {
      if (new URL(request.url).searchParams.get('page') === '2') await promise
      return server.fetch(request)
    }
    const { user } = open('?range=all&search=user', slow)
    await screen.findByText('Showing 12 out of 30')
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(column(NAME)[0]).toContain('User00 Test')
    resolve()
    await waitFor(() => expect(column(NAME)[0]).toContain('User12 Test'))
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  })
})

describe('without paging', () => {
  beforeEach(() => serve([], many))

  test('rows follow each keystroke, and the URL follows when typing pauses', async () => {
    const { user, router } = open('?range=all')
    await screen.findByText('Showing 12 out of 31')
    // One change event, because a busy machine may pause between keystrokes for longer than the debounce.
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search users' }), { target: { value: 'zzz' } })
    expect(screen.getByText('No users match “zzz”')).toBeVisible()
    expect(router.state.location.search).toBe('?range=all')

    await waitFor(() => expect(router.state.location.search).toBe('?range=all&search=zzz'))
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) ?? document.body)
    expect(await screen.findByText('Showing 12 out of 31')).toBeVisible()
  })

  test('fetches all users once', async () => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = open('?range=all', fetch)
    await screen.findByText('Showing 12 out of 31')
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await user.type(screen.getByRole('searchbox'), 'user1')
    await screen.findByText(/out of 1\d$/)
    // Focusing the window later does not reload them.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    later.mockRestore()
    expect(calls.filter((call) => call.includes('/users'))).toEqual(['GET /api/admin/users'])
  })
})

describe('the table', () => {
  test('has the columns and the page sizes of the specification', async () => {
    await serve(['paging'])
    open('?range=all')
    await screen.findByText('Showing 1 out of 1')
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headings).toEqual([
      'Select all',
      'User id',
      'Name',
      'Joined Date',
      'Email',
      'Age',
      'Gender',
      'Status',
      'Role',
      'Actions',
    ])
    const sizes = within(screen.getByLabelText('Rows per page')).getAllByRole('option')
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['12', '24', '50'])
    expect(screen.getByLabelText('Rows per page')).toHaveDisplayValue('12')
  })
})

describe('rows', () => {
  test("shows 'Not Set' for missing values", async () => {
    await serve([])
    const onlyAnId = () => Response.json({ code: 200, message: '', data: { users: [{ id: 7 }] } })
    open('?range=all', intercept(server.fetch, 'GET /api/admin/users', onlyAnId))
    await screen.findByText('Showing 1 out of 1')
    const cells = within(screen.getByRole('row', { name: /user 7/ })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '',
      '7',
      '–Not Set',
      'Not Set',
      'Not Set',
      'Not Set',
      'Not Set',
      'Not Set',
      'Not Set',
      '',
    ])
  })

  test('shows day, status, role and, as one text, the email of a user who joined today', async () => {
    const email = 'tina@example.com'
    await serve(['paging'], [{ first_name: 'Tina', last_name: 'Today', status: 'blocked', role: 'user', email }])
    open('?search=tina')
    const row = await screen.findByRole('row', { name: /Tina Today/ })
    const today = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' }).format(
      new Date(),
    )
    expect(within(row).getByText(today.replace('Sept', 'Sep'))).toBeVisible()
    expect(within(row).getByText(email).childElementCount).toBe(0)
    expect(within(row).getByTitle('Blocked')).toHaveClass('tone-danger')
    expect(within(row).getByTitle('User')).not.toHaveClass('tone-calm')
  })

  test('shows an active status in green and the role admin in purple', async () => {
    await serve(['paging'])
    open()
    const row = await screen.findByRole('row', { name: /Ada Admin/ })
    expect(within(row).getByTitle('Active')).toHaveClass('tone-success')
    expect(within(row).getByTitle('Admin')).toHaveClass('tone-calm')
  })
})

describe('failures', () => {
  const LIST = 'GET /api/admin/users'
  beforeEach(() => serve(['paging', 'logout']))

  test("shows 'Loading users...' until the users are loaded", async () => {
    let respond: (response: Response) => void = () => undefined
    const waiting = new Promise<Response>((resolve) => {
      respond = resolve
    })
    open(
      '?range=all',
      intercept(server.fetch, LIST, () => waiting),
    )
    expect(await screen.findByText('Loading users...')).toBeVisible()
    respond(Response.json({ code: 200, message: '', data: { users: [], total: 0 } }))
    expect(await screen.findByText('No users yet')).toBeVisible()
  })

  test.each([
    ['a refusal without one', () => envelope(500), 'Failed to fetch users.'],
    [
      'users of a wrong shape',
      () => Response.json({ code: 200, message: '', data: { users: 7 } }),
      'An error occurred while fetching users.',
    ],
  ])('%s shows the text of the specification, and Retry loads again', async (_, respond, text) => {
    let broken = true
    const fetch = (request: Request) =>
      broken ? intercept(server.fetch, LIST, respond)(request) : server.fetch(request)
    const { user } = open('?range=all', fetch)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    broken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
  })

  test('shows an error above the rows when the list cannot be reloaded after a deletion, and Retry reloads it', async () => {
    await server.addUser({ first_name: 'Gone', last_name: 'Soon' })
    let broken = false
    const failing = intercept(server.fetch, LIST, () => envelope(500))
    const { user } = open('?range=all', (request) => (broken ? failing(request) : server.fetch(request)))
    await user.click(await screen.findByRole('button', { name: 'Delete Gone Soon' }))
    broken = true
    await user.click(await screen.findByRole('button', { name: 'Delete user' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch users.')
    expect(screen.getByRole('row', { name: /Gone Soon/ })).toBeVisible()

    broken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus()
  })

  test('a deletion without a token makes no call and shows an error', async () => {
    await server.addUser({ first_name: 'Bo', last_name: 'Berg' })
    const { fetch, calls } = recording(server.fetch)
    const { user } = open('?range=all', fetch)
    await user.click(await screen.findByRole('button', { name: 'Delete Bo Berg' }))
    localStorage.removeItem('authToken')
    await user.click(await screen.findByRole('button', { name: 'Delete user' }))
    expect(await within(screen.getByRole('alertdialog')).findByRole('alert')).toHaveTextContent(
      'Authentication token not found. Please log in.',
    )
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  })

  test('the signed-in admin cannot be deleted or selected, and a title says why', async () => {
    open('?range=all')
    const button = await screen.findByRole('button', { name: 'Delete Ada Admin' })
    await waitFor(() => expect(button).toBeDisabled())
    expect(button).toHaveAttribute('title', 'This is your own account: it cannot be deleted here.')
    expect(screen.getByRole('checkbox', { name: 'Select Ada Admin' })).toBeDisabled()
  })

  test('a refused deletion keeps the dialog open with the reason', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    // Without the settings the console does not know the admin's own account, so the server must refuse.
    const fetch = intercept(server.fetch, 'GET /api/admin/get-settings', () => envelope(500))
    const { user } = open('?range=all', fetch)
    await user.click(await screen.findByRole('button', { name: 'Delete Ada Admin' }))
    await user.click(await screen.findByRole('button', { name: 'Delete user' }))
    expect(await within(screen.getByRole('alertdialog')).findByRole('alert')).toHaveTextContent(
      'You cannot delete your own account.',
    )
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Ada Admin' })).toHaveFocus())
  })

  test.each([
    ['?range=yesterday', /are not valid/],
    ['?range=1800-01-01..1800-01-02', /were limited to the calendar/],
  ])('the dates of the URL %s are replaced with a note', async (query, text) => {
    open(query)
    expect(await screen.findByText(text)).toBeVisible()
  })
})
