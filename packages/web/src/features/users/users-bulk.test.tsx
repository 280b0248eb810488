import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Extension } from '@rapport/core/api/operations.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { act, screen, waitFor, within } from '@testing-library/react'
import Papa from 'papaparse'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { chooseFilter } from '#testing/choose-filter.ts'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

const server = freshServer()

const members = Array.from({ length: 30 }, (_, index): Partial<Schemas['User']> => ({
  first_name: `User${String(index).padStart(2, '0')}`,
  last_name: 'Test',
  email: `user${index}@example.com`,
}))

const serve = (extensions: Extension[], users = members) => server.restart({ extensions, users })

const open = (query = '', fetch = server.fetch) => renderApp(`/User${query}`, { ...server, fetch })
const checkbox = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })
const pageCheckbox = () => screen.getByRole('checkbox', { name: 'Select all on this page' })
const waitForOwnAccount = async () => waitFor(() => expect(screen.getByLabelText('Select Ada Admin')).toBeDisabled())
async function fetchFirstNames() {
  const { users } = await callApi<{ users: Schemas['User'][] }>(server, 'GET users')
  return users.map(({ first_name }) => first_name)
}

describe.each([
  ['a server with paging', ['paging', 'logout'] satisfies Extension[]],
  ['a server of the plain contract', []],
])('with %s', (_, extensions: Extension[]) => {
  beforeEach(() => serve(extensions))

  test('deletes all users that match except the signed-in admin, once the word is typed', async () => {
    const { user } = open()
    await user.click(await checkbox('User00 Test'))
    await waitForOwnAccount()
    await user.click(screen.getByRole('button', { name: 'Select all 30' }))
    await user.click(await screen.findByRole('button', { name: 'Delete 30 users' }))

    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete 30 users?' })
    expect(dialog).toHaveAccessibleDescription(
      'User00 Test, User01 Test, User02 Test and 27 more will be deleted permanently. This cannot be undone.',
    )
    const word = within(dialog).getByLabelText('Type DELETE to confirm')
    await waitFor(() => expect(word).toHaveFocus())
    expect(within(dialog).getByRole('button', { name: 'Delete 30 users' })).toBeDisabled()
    await user.type(word, 'delet{Enter}')
    expect(within(dialog).getByText('Type DELETE to continue.')).toBeVisible()
    expect(await fetchFirstNames()).toHaveLength(31)

    await user.clear(word)
    await user.type(word, 'delete{Enter}')
    expect((await screen.findAllByText('All 30 users were deleted.'))[0]).toBeVisible()
    expect(await fetchFirstNames()).toEqual(['Ada'])
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus())
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()
  })

  test('exports all users that match, also from other pages', async () => {
    await server.addUser({ first_name: '=cmd|calc', last_name: 'Ünal, "U"' })
    const createObjectURL = vi.spyOn(URL, 'createObjectURL')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { user } = open('?sort=-id')
    await screen.findByText('Showing 12 out of 32')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(click).toHaveBeenCalled())
    expect(click.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(/^users-\d{4}-\d\d-\d\d\.csv$/))

    const file = createObjectURL.mock.calls[0]?.[0]
    if (!(file instanceof Blob)) throw new Error('No file was made.')
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: true })
    expect(data[0]?.slice(0, 3)).toEqual(['User id', 'First name', 'Last name'])
    expect(data).toHaveLength(33)
    expect(data[1]?.slice(1, 3)).toEqual(["'=cmd|calc", 'Ünal, "U"'])
    expect(data.at(-1)?.[1]).toBe('Ada')
    expect(data[1]?.[3]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  })
})

describe('with paging', () => {
  beforeEach(() => serve(['paging', 'logout']))

  test('the checkbox in the heading selects the page except the signed-in admin, and is mixed when some rows are selected', async () => {
    const { user } = open()
    await user.click(await checkbox('User00 Test'))
    await waitForOwnAccount()
    expect(pageCheckbox()).toBePartiallyChecked()
    expect(screen.getByText('1 selected')).toBeVisible()
    await user.click(pageCheckbox())
    expect(screen.getByText('11 selected')).toBeVisible()
    expect(pageCheckbox()).toBeChecked()

    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await checkbox('User11 Test')
    expect(pageCheckbox()).not.toBeChecked()
    await user.click(await checkbox('User11 Test'))
    expect(screen.getByText('12 selected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus()
  })

  test('other filters clear the selection', async () => {
    const { user } = open()
    await user.click(await checkbox('User00 Test'))
    await chooseFilter(user, 'Role', 'Admin')
    await screen.findByText('Showing 1 out of 1')
    expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()
  })
})

describe('a bulk deletion', () => {
  beforeEach(() => serve(['paging', 'logout'], members.slice(0, 6)))

  /** Selects `count` users and confirms their deletion. */
  async function deleteUsers(count: number, fetch: (request: Request) => Promise<Response>) {
    const app = open('', fetch)
    for (const { first_name } of members.slice(0, count)) await app.user.click(await checkbox(`${first_name} Test`))
    await app.user.click(screen.getByRole('button', { name: `Delete ${count} users` }))
    const dialog = await screen.findByRole('alertdialog')
    await app.user.click(within(dialog).getByRole('button', { name: `Delete ${count} users` }))
    return { ...app, dialog }
  }
  const results = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => [...item.querySelectorAll('p')].map(({ textContent }) => textContent))

  test('lists a result for each user, keeps the failed ones selected, and retries only those', async () => {
    let broken = true
    const failing = intercept(server.fetch, 'DELETE /api/admin/users/3', () => envelope(500, 'Not today.'))
    const { fetch, calls } = recording((request) => (broken ? failing(request) : server.fetch(request)))
    const { user, dialog } = await deleteUsers(3, fetch)
    expect(await within(dialog).findByText('2 deleted, 1 left.')).toBeVisible()
    expect(results(dialog)).toEqual([
      ['Not today.', 'User01 Test'],
      ['Deleted', 'User00 Test', 'User02 Test'],
    ])
    expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus()
    expect(screen.getByText('1 selected')).toBeInTheDocument()

    broken = false
    await user.click(within(dialog).getByRole('button', { name: 'Retry' }))
    expect((await screen.findAllByText('All 3 users were deleted.'))[0]).toBeVisible()
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus())
    expect(calls.filter((call) => call.startsWith('DELETE')).toSorted()).toEqual([
      'DELETE /api/admin/users/2',
      'DELETE /api/admin/users/3',
      'DELETE /api/admin/users/3',
      'DELETE /api/admin/users/4',
    ])
  })

  test('says in one sentence why no user was deleted', async () => {
    const { dialog } = await deleteUsers(2, async (request) =>
      request.method === 'DELETE' ? envelope(500) : server.fetch(request),
    )
    expect(await within(dialog).findByText('Failed to delete user. 2 users are still selected.')).toBeVisible()
    expect(results(dialog)).toEqual([['User00 Test', 'User01 Test']])
  })

  test('counts a user who is already gone as deleted', async () => {
    await deleteUsers(
      2,
      intercept(server.fetch, 'DELETE /api/admin/users/3', () => envelope(404)),
    )
    expect((await screen.findAllByText('All 2 users were deleted.'))[0]).toBeVisible()
  })

  test('makes four calls at a time, ignores a double click, and stops on request', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { fetch, calls } = recording(async (request) => {
      if (request.method === 'DELETE') await promise
      return server.fetch(request)
    })
    const { user, dialog } = await deleteUsers(6, fetch)
    const deletions = () => calls.filter((call) => call.startsWith('DELETE'))
    await waitFor(() => expect(deletions()).toHaveLength(4))
    const button = within(dialog).getByRole('button', { name: 'Delete 6 users' })
    await waitFor(() => expect(button).toHaveFocus())
    await user.click(button)
    expect(within(dialog).getByText('0 of 6 done.')).toBeVisible()
    expect(within(dialog).getByRole('progressbar')).toHaveAttribute('max', '6')

    await user.click(within(dialog).getByRole('button', { name: 'Stop' }))
    resolve()
    expect(await within(dialog).findByText('4 deleted, 2 left.')).toBeVisible()
    expect(results(dialog)).toEqual([
      ['Not tried', 'User04 Test', 'User05 Test'],
      ['Deleted', 'User00 Test', 'User01 Test', 'User02 Test', 'User03 Test'],
    ])
    expect(deletions()).toHaveLength(4)
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('2 selected')).toBeVisible()
  })

  test('waits as long as a busy server asks, then continues', async () => {
    const busy = [429, 503]
    const { fetch, calls } = recording(async (request) => {
      const status = request.url.endsWith('/users/3') ? busy.shift() : undefined
      return status === undefined ? server.fetch(request) : envelope(status, 'Too fast.', { 'Retry-After': '1' })
    })
    await deleteUsers(2, fetch)
    expect((await screen.findAllByText('All 2 users were deleted.', {}, { timeout: 5000 }))[0]).toBeVisible()
    expect(calls.filter((call) => call === 'DELETE /api/admin/users/3')).toHaveLength(3)
  })

  test.each([
    ['the session ends', async () => screen.findByRole('heading', { name: 'Sign in' }), 401],
    [
      'the admin leaves the page',
      async ({ user, router }: ReturnType<typeof renderApp>) => {
        await act(() => router.navigate('/category'))
        await user.click(await screen.findByRole('button', { name: 'Leave' }))
        await screen.findByRole('heading', { name: 'Categories' })
      },
      500,
    ],
  ])('stops when %s', async (_, leave, status) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { fetch, calls } = recording(async (request) => {
      if (request.method !== 'DELETE') return server.fetch(request)
      if (status === 500) await promise
      return envelope(status)
    })
    await leave(await deleteUsers(6, fetch))
    resolve()
    // Leaves time for a fifth call.
    await act(() => new Promise((wait) => setTimeout(wait, 50)))
    expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(4)
  })
})

test('does not claim to leave out the signed-in admin while they are unknown', async () => {
  await serve(['paging', 'logout'])
  const { user } = open(
    '',
    intercept(server.fetch, 'GET /api/admin/get-settings', () => envelope(500)),
  )
  await user.click(await checkbox('User00 Test'))
  expect(screen.getByRole('button', { name: 'Select all 31' })).toBeVisible()
})

describe('columns', () => {
  beforeEach(() => serve(['paging'], members.slice(0, 2)))

  test('a hidden column is remembered in the browser', async () => {
    const { user } = open()
    await screen.findByRole('columnheader', { name: 'Gender' })
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Gender' }))
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Age' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Gender' })).not.toBeInTheDocument())
    expect(localStorage.getItem('hiddenUserColumns')).toBe('["gender","age"]')
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Age' }))
    expect(await screen.findByRole('columnheader', { name: 'Age' })).toBeInTheDocument()
    expect(localStorage.getItem('hiddenUserColumns')).toBe('["gender"]')
  })
})

test('rows of the last search cannot be selected while the next ones are being loaded', async () => {
  await serve(['paging', 'logout'])
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user, router } = renderApp('/User', {
    ...server,
    fetch: async (request) => {
      if (new URL(request.url).searchParams.get('search') === 'user29') await promise
      return server.fetch(request)
    },
  })
  const first = await screen.findByRole('checkbox', { name: 'Select User00 Test' })
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'user29')
  await waitFor(() => expect(router.state.location.search).toBe('?search=user29'))
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'))
  await user.click(pageCheckbox())
  await user.click(first)
  expect(pageCheckbox()).toBeDisabled()
  expect(first).toBeDisabled()
  expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()

  resolve()
  await user.click(await screen.findByRole('checkbox', { name: 'Select User29 Test' }))
  expect(screen.getByText('1 selected')).toBeVisible()
})

/** Holds back the list of all matches until `respond` is called. */
function holdAllMatches() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const recorded = recording(async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/api/admin/users' && !searchParams.has('page')) await promise
    return server.fetch(request)
  })
  return { ...recorded, respond: resolve }
}

test('a double click on "Export CSV" makes one file, and Cancel none', async () => {
  await serve(['paging', 'logout'])
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { fetch, calls, respond } = holdAllMatches()
  const { user } = renderApp('/User', { ...server, fetch })
  await screen.findByText('Showing 12 out of 31')
  const button = screen.getByRole('button', { name: 'Export CSV' })
  await user.dblClick(button)
  expect(button).toHaveTextContent('Exporting…')
  await user.click(screen.getByRole('button', { name: 'Cancel the export' }))
  expect(button).toHaveTextContent('Export CSV')
  expect(button).toHaveFocus()

  await user.dblClick(button)
  respond()
  expect(await screen.findByText('31 users were exported.')).toBeVisible()
  expect(click).toHaveBeenCalledOnce()
  expect(calls.filter((call) => /\/users\?joined_from/.test(call) && !call.includes('facets'))).toHaveLength(2)
})

test('the list, "Select all" and the pages show that the server stopped counting', async () => {
  await serve(['paging', 'logout'])
  const { user } = renderApp('/User?range=all&search=test&sort=id', {
    ...server,
    fetch: async (request) => {
      const response = await server.fetch(request)
      if (!request.url.includes('/users?page=')) return response
      const body: { data: object } = await response.json()
      return Response.json({ ...body, data: { ...body.data, total: 10_000, total_is_minimum: true } })
    },
  })
  expect(await screen.findByText('Showing 12 out of 10,000+')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Page 834' })).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select User00 Test' }))
  await user.click(screen.getByRole('button', { name: 'Select all 10,000+ except you' }))
  expect(await screen.findByRole('button', { name: 'Delete 30 users' })).toBeVisible()
})
