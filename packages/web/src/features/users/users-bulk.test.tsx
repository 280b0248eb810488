import type { Extension } from '@rapport/core/operations.ts'
import type { User } from '@rapport/core/users/user.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { screen, waitFor, within } from '@testing-library/react'
import Papa from 'papaparse'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

let server: TestServer
let token: string

const members = Array.from({ length: 30 }, (_, index): Partial<User> => ({
  first_name: `User${String(index).padStart(2, '0')}`,
  last_name: 'Test',
  email: `user${index}@example.com`,
}))

async function serve(extensions: Extension[], users = members) {
  server = await startTestServer({ extensions, users })
  token = await server.signIn()
}
afterEach(() => server.close())

const open = (query = '', fetch = server.fetch) => renderApp(`/User${query}`, { fetch, token })
const pick = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })
const page = () => screen.getByRole('checkbox', { name: 'Select all on this page' })
const isSelf = async () => waitFor(() => expect(screen.getByLabelText('Select Ada Admin')).toBeDisabled())
const names = async () => {
  const answer = await server.fetch(
    new Request(`${server.baseUrl}/api/admin/users`, { headers: { Authorization: `Bearer ${token}` } }),
  )
  const body: { data: { users: User[] } } = await answer.json()
  return body.data.users.map(({ first_name }) => first_name)
}

describe.each([
  ['a server with paging', ['paging', 'logout'] satisfies Extension[]],
  ['a server of the plain contract', []],
])('with %s', (_, extensions: Extension[]) => {
  beforeEach(() => serve(extensions))

  test('the box above the rows picks the page but oneself, and is in between when some are picked', async () => {
    const { user } = open()
    await user.click(await pick('User00 Test'))
    await isSelf()
    expect(page()).toBePartiallyChecked()
    expect(screen.getByText('1 selected')).toBeVisible()
    await user.click(page())
    expect(screen.getByText('11 selected')).toBeVisible()
    expect(page()).toBeChecked()

    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await pick('User11 Test')
    expect(page()).not.toBeChecked()
    await user.click(await pick('User11 Test'))
    expect(screen.getByText('12 selected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus()
  })

  test('other filters take the selection away, so that nobody is picked unseen', async () => {
    const { user } = open()
    await user.click(await pick('User00 Test'))
    await user.selectOptions(screen.getByLabelText('Role'), 'Admin')
    await screen.findByText('Showing 1 out of 1')
    expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()
  })

  test('all that match are deleted once the word is typed, but for oneself', async () => {
    const { user } = open()
    await user.click(await pick('User00 Test'))
    await isSelf()
    await user.click(screen.getByRole('button', { name: 'Select all 31, except you' }))
    await user.click(await screen.findByRole('button', { name: 'Delete 30 users' }))

    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete 30 users?' })
    expect(dialog).toHaveAccessibleDescription(
      'User00 Test, User01 Test, User02 Test and 27 more will be gone for good.',
    )
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await user.click(within(dialog).getByRole('button', { name: 'Delete 30 users' }))
    expect(within(dialog).getByText('Type DELETE, in capitals.')).toBeVisible()
    expect(await names()).toHaveLength(31)

    await user.type(within(dialog).getByLabelText('Type DELETE to go on'), 'DELETE{Enter}')
    expect((await screen.findAllByText('All 30 users were deleted.'))[0]).toBeVisible()
    expect(await names()).toEqual(['Ada'])
    // There is nothing left to be read in the dialog.
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus())
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()
  })

  test('everybody who matches goes into the file, also from the other pages', async () => {
    await server.addUser({ first_name: '=cmd|calc', last_name: 'Ünal, "U"' })
    const saved = vi.spyOn(URL, 'createObjectURL')
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { user } = open('?sort=-id')
    await screen.findByText('Showing 12 out of 32')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(clicked).toHaveBeenCalled())
    expect(clicked.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(/^users-\d{4}-\d\d-\d\d\.csv$/))

    const file = saved.mock.calls[0]?.[0]
    if (!(file instanceof Blob)) throw new Error('No file was made.')
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: true })
    expect(data[0]?.slice(0, 3)).toEqual(['User id', 'First name', 'Last name'])
    expect(data).toHaveLength(33)
    expect(data[1]?.slice(1, 3)).toEqual(["'=cmd|calc", 'Ünal, "U"'])
    expect(data.at(-1)?.[1]).toBe('Ada')
    saved.mockRestore()
    clicked.mockRestore()
  })
})

describe('a deletion that partly fails', () => {
  beforeEach(() => serve(['paging', 'logout'], members.slice(0, 6)))

  /** Begins to delete all six, and tells it to stop before any call is answered: `told` ends then. */
  async function stopDeletion(answer: (request: Request, told: Promise<void>) => Promise<Response>) {
    const { promise: told, resolve } = Promise.withResolvers<void>()
    const { user } = open('', (request) =>
      request.method === 'DELETE' ? answer(request, told) : server.fetch(request),
    )
    await pick('User05 Test')
    await isSelf()
    await user.click(page())
    await user.click(screen.getByRole('button', { name: 'Delete 6 users' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete 6 users' }))
    await user.click(await within(dialog).findByRole('button', { name: 'Stop' }))
    resolve()
    return { user, dialog }
  }

  test('says what became of each, keeps the failed ones picked, and tries those again', async () => {
    let broken = true
    const failing = intercept(server.fetch, 'DELETE /api/admin/users/3', () => envelope(500, 'Not today.'))
    const { fetch, calls } = recording((request) => (broken ? failing(request) : server.fetch(request)))
    const { user } = open('', fetch)
    for (const name of ['User00 Test', 'User01 Test', 'User02 Test']) await user.click(await pick(name))
    await user.click(screen.getByRole('button', { name: 'Delete 3 users' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete 3 users' }))
    expect(await within(dialog).findByText('2 of 3 deleted, 1 still there.')).toBeVisible()
    const results = within(dialog).getAllByRole('listitem')
    expect(results.map(({ textContent }) => textContent)).toEqual([
      'User01 Test: Not today.',
      'User00 Test: deleted',
      'User02 Test: deleted',
    ])
    expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus()

    broken = false
    await user.click(within(dialog).getByRole('button', { name: 'Retry the failed' }))
    expect((await screen.findAllByText('All 3 users were deleted.'))[0]).toBeVisible()
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(calls.filter((call) => call.startsWith('DELETE')).toSorted()).toEqual([
      'DELETE /api/admin/users/2',
      'DELETE /api/admin/users/3',
      'DELETE /api/admin/users/3',
      'DELETE /api/admin/users/4',
    ])
  })

  test('waits when the server asks for patience, and takes a user who is gone already for deleted', async () => {
    let asked = 0
    const { user } = open('', async (request) => {
      if (request.method !== 'DELETE') return server.fetch(request)
      asked += 1
      if (asked === 1) return envelope(429, 'Too many.', { 'Retry-After': '0' })
      if (asked === 2) return envelope(404, 'There is no such user.')
      return server.fetch(request)
    })
    for (const name of ['User00 Test', 'User01 Test']) await user.click(await pick(name))
    await user.click(screen.getByRole('button', { name: 'Delete 2 users' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete 2 users' }))
    expect((await screen.findAllByText('All 2 users were deleted.'))[0]).toBeVisible()
  })

  test('never has more than four calls under way, and stops when told to', async () => {
    let underWay = 0
    let most = 0
    const { user, dialog } = await stopDeletion(async (request, told) => {
      underWay += 1
      most = Math.max(most, underWay)
      await told
      underWay -= 1
      return server.fetch(request)
    })
    expect(await within(dialog).findByText('4 of 6 deleted, 2 still there.')).toBeVisible()
    expect(most).toBe(4)
    const results = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(results.slice(0, 3)).toEqual([
      'User04 Test: not tried, still there',
      'User05 Test: not tried, still there',
      'User00 Test: deleted',
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('2 selected')).toBeVisible()
  })

  test('says that it deletes the rest, not only the failed, when some were not tried', async () => {
    const { dialog } = await stopDeletion(async (request, told) => {
      await told
      return request.url.endsWith('/3') ? envelope(500, 'Not today.') : server.fetch(request)
    })
    expect(await within(dialog).findByText('3 of 6 deleted, 3 still there.')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Delete the rest' })).toBeVisible()
    expect(within(dialog).queryByRole('button', { name: 'Retry the failed' })).not.toBeInTheDocument()
  })
})

describe('columns', () => {
  beforeEach(() => serve(['paging'], members.slice(0, 2)))

  test('what an admin does not want to see stays away, also after a reload', async () => {
    const { user } = open()
    await screen.findByRole('columnheader', { name: 'Gender' })
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Gender' }))
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Age' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Gender' })).not.toBeInTheDocument())
    expect(localStorage.getItem('hiddenUserColumns')).toBe('["gender","age"]')
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Age' }))
    expect(await screen.findByRole('columnheader', { name: 'Age' })).toBeInTheDocument()
    expect(localStorage.getItem('hiddenUserColumns')).toBe('["gender"]')
  })

  test('nonsense in the browser hides nothing', async () => {
    localStorage.setItem('hiddenUserColumns', '{"x":')
    open()
    expect(await screen.findByRole('columnheader', { name: 'Gender' })).toBeVisible()
  })
})
