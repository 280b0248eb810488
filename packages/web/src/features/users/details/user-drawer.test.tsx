import type { Extension } from '@rapport/core/api/operations.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { recording, renderApp, withData } from '#testing/render-app.tsx'

const server = freshServer()

async function serve(extensions: Extension[]) {
  const joined_date = '2024-01-08T12:00:00.000Z'
  const users = Array.from({ length: 15 }, (_, index) => ({
    first_name: 'Member',
    last_name: String(index),
    email: `member${index}@example.com`,
    status: index % 2 === 0 ? 'active' : 'suspended',
    joined_date,
  }))
  await server.restart({ extensions, users })
}

/** Returns the JSON file that the action downloads. */
async function downloaded(download: () => Promise<void>) {
  const createObjectURL = vi.spyOn(URL, 'createObjectURL')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await download()
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  const [file] = createObjectURL.mock.lastCall ?? []
  if (!(file instanceof Blob)) throw new Error('No file was made.')
  const [link] = click.mock.contexts
  click.mockRestore()
  return { name: link instanceof HTMLAnchorElement && link.download, json: JSON.parse(await file.text()) as unknown }
}

const open = (query: string, fetch = server.fetch) => renderApp(`/User${query}`, { ...server, fetch })
const findDrawer = (name: string) => screen.findByRole('dialog', { name: `Details of ${name}` })

describe.each([
  ['a server with paging', ['paging'] satisfies Extension[]],
  ['a server of the plain contract', []],
])('with %s', (_, extensions: Extension[]) => {
  test('a row opens the details, arrow keys step through the users, and Back closes the details', async () => {
    await serve(extensions)
    const { user, router } = open('?range=all')
    await user.click(await screen.findByText('Member 3'))
    const drawer = await findDrawer('Member 3')
    expect(drawer).toHaveTextContent(/5 of 16.*08 Jan 2024 · \d+ years ago/)
    expect(within(drawer).getByText('Suspended')).toBeVisible()
    await waitFor(() => expect(drawer).toContainElement(document.activeElement as HTMLElement))
    await user.keyboard('{ArrowDown}')
    expect(await findDrawer('Member 4')).toBeVisible()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(await findDrawer('Member 2')).toBeVisible()
    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('?range=all')
  })

  test('the arrow keys step to the next page and back', async () => {
    await serve(extensions)
    const { user, router } = open('?range=all')
    await user.click(await screen.findByText('Member 10'))
    const drawer = await findDrawer('Member 10')
    await waitFor(() => expect(drawer).toContainElement(document.activeElement as HTMLElement))
    await user.keyboard('{ArrowDown}')
    expect(await findDrawer('Member 11')).toHaveTextContent('13 of 16')
    await waitFor(() => expect(screen.getByRole('row', { name: /Member 11/ })).toHaveAttribute('aria-current'))
    expect(router.state.location.search).toBe('?range=all&user=13&page=2')
    await user.keyboard('{ArrowUp}')
    expect(await findDrawer('Member 10')).toHaveTextContent('12 of 16')
    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the URL opens a user of another page, and says when there is none', async () => {
    await serve(extensions)
    const { router } = open('?range=all&user=15')
    expect(await findDrawer('Member 13')).toBeVisible()
    await act(() => router.navigate('/User?range=all&user=99'))
    expect(await screen.findByText('There is no such user. They may have been deleted.')).toBeVisible()
  })

  test('a user is deleted from the details, which close', async () => {
    await serve(extensions)
    const { user } = open('?range=all&search=member3&user=5')
    await user.click(within(await findDrawer('Member 3')).getByRole('button', { name: 'Delete user' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete user' }))
    expect(await screen.findByText('No users match “member3”')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Details/ })).toBeNull())
    await waitFor(() => expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus())
  })

  test('the filters have all statuses, counted where the search applies', async () => {
    await serve(extensions)
    const { user } = open('?range=all&status=suspended&search=member1')
    await screen.findByText('Showing 3 out of 3')
    await user.click(screen.getByRole('button', { name: 'Status: Suspended' }))
    for (const name of ['Active 3', 'Suspended 3']) {
      expect(await screen.findByRole('option', { name })).toBeVisible()
    }
  })
})

test('a user is deleted permanently, and the receipt has no personal data', async () => {
  await serve(['paging', 'trash', 'history'])
  const { user } = open('?range=all&search=member3&user=5')
  await user.click(within(await findDrawer('Member 3')).getByRole('button', { name: 'Delete permanently' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to erase this user?' })
  expect(dialog).toHaveAccessibleDescription(
    /^This cannot be undone. Member 3 \(member3@example.com\), user id 5, will be permanently deleted/,
  )
  const erase = within(dialog).getByRole('button', { name: 'Erase user' })
  expect(erase).toBeDisabled()
  const word = within(dialog).getByLabelText('Type ERASE to confirm')
  await user.type(word, 'eras{Enter}')
  expect(within(dialog).getByText('Type ERASE to continue.')).toBeVisible()
  await user.clear(word)
  await user.type(word, 'ERASE')
  await user.click(erase)
  expect(await within(dialog).findByText('User 5 was erased.')).toBeVisible()
  const lines = within(dialog)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(lines).toEqual([
    ['User id', '5'],
    ['Erased at', expect.stringMatching(/^\d{4}-\S+Z$/)],
    ['Erased by', 'Ada Admin (user id 1)'],
    ['Erased', 'the record'],
    ['Number', '1 in the erasure ledger'],
    ['Receipt', expect.stringMatching(/^[\da-f-]{36}$/)],
    ['Copies may be in', expect.stringContaining('Backups made before')],
  ])
  expect(dialog).not.toHaveTextContent(/member/i)
  expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus()

  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await user.click(within(dialog).getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  const file = await downloaded(() => user.click(within(dialog).getByRole('button', { name: 'Download JSON' })))
  expect(file).toMatchObject({ name: 'erasure-1.json', json: { user_id: 5, number: 1, receipt: lines[5]?.[1] } })
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('No users match “member3”')).toBeVisible()
})

test('all data of a user is downloaded, and that of an admin once the identity is confirmed', async () => {
  let now = Date.now()
  await server.restart({
    clock: () => new Date(now),
    extensions: ['paging', 'person-file', 'confirm-identity'],
    users: [{ first_name: 'Bo', last_name: 'Test' }],
  })
  now += 20 * 60_000
  const { user, router } = open('?range=all&user=2')
  const download = await within(await findDrawer('Bo Test')).findByRole('button', { name: 'Download all data' })
  const file = await downloaded(() => user.click(download))
  expect(file).toMatchObject({
    name: 'user-2.json',
    json: { user_id: 2, parts: { 0: { data: [{ first_name: 'Bo' }] } } },
  })

  await act(() => router.navigate('/User?range=all&user=1'))
  await user.click(within(await findDrawer('Ada Admin')).getByRole('button', { name: 'Download all data' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm it’s you' })
  await user.type(within(dialog).getByLabelText('Your password'), server.admin.password)
  const own = await downloaded(() => user.click(within(dialog).getByRole('button', { name: 'Confirm' })))
  expect(own).toMatchObject({ name: 'user-1.json', json: { user_id: 1 } })
})

test('offers no file of a person where the server has none', async () => {
  await serve(['paging', 'trash'])
  open('?range=all&user=2')
  const drawer = await findDrawer('Member 0')
  expect(await within(drawer).findByRole('button', { name: 'Delete permanently' })).toBeVisible()
  expect(within(drawer).queryByRole('button', { name: 'Download all data' })).toBeNull()
})

test('a user is erased only for a reason where the server requires one', async () => {
  await server.restart({
    extensions: ['paging', 'trash', 'history'],
    requiresReason: true,
    users: [{ first_name: 'Bo', last_name: 'Test' }],
  })
  const { user } = open('?range=all&user=2')
  await user.click(await within(await findDrawer('Bo Test')).findByRole('button', { name: 'Delete permanently' }))
  const dialog = await screen.findByRole('alertdialog')
  const reason = await within(dialog).findByLabelText(/^Reason/)
  expect(reason).toBeRequired()
  await user.type(within(dialog).getByLabelText('Type ERASE to confirm'), 'ERASE{Enter}')
  expect(within(dialog).getByRole('button', { name: 'Erase user' })).toBeDisabled()
  await user.type(reason, 'Asked by letter')
  await user.click(within(dialog).getByRole('button', { name: 'Erase user' }))
  expect(await within(dialog).findByText('User 2 was erased.')).toBeVisible()
})

test('two quick clicks on Delete send one call', async () => {
  await serve(['paging'])
  const { fetch, calls } = recording(server.fetch)
  const { user } = open('?range=all', fetch)
  await user.click(await screen.findByRole('button', { name: 'Delete Member 3' }))
  const button = await screen.findByRole('button', { name: 'Delete user' })
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
})

test('the details have every field that the server sent, first those that the list has no column for', async () => {
  await serve([])
  const sent = { id: 'b7', email: 'bo@example.org', joined_date: '08-01-2024', profile_completed: 1, last_seen: '2026' }
  open(
    '?range=all&user=b7',
    withData(server.fetch, 'GET /api/admin/users', () => ({ users: [sent] })),
  )
  const drawer = await findDrawer('bo@example.org')
  expect(within(drawer).getByText('bo@example.org')).toBeVisible()
  const fields = within(drawer)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(fields).toEqual([
    ['Created', 'Not Set'],
    ['Profile completed', 'Yes'],
    ['Last seen', '2026'],
    ['User id', 'b7'],
    ['Joined', '08-01-2024'],
    ['Age', 'Not Set'],
    ['Gender', 'Not Set'],
    ['Status', 'Not Set'],
    ['Role', 'Not Set'],
  ])
})

test('the details of a user without an email address say so', async () => {
  await serve([])
  open(
    '?range=all&user=b7',
    withData(server.fetch, 'GET /api/admin/users', () => ({ users: [{ id: 'b7', first_name: 'Bo', email: null }] })),
  )
  expect(await findDrawer('Bo')).toHaveTextContent('Email: Not Set')
})

test('the keys j, x and Enter go to a row, select it and open it', async () => {
  await serve(['paging'])
  const { user } = open('?range=all')
  await screen.findByText('Showing 12 out of 16')
  await user.keyboard('jjx')
  expect(screen.getByRole('checkbox', { name: 'Select Member 0' })).toBeChecked()
  await user.keyboard('{Enter}')
  expect(await findDrawer('Member 0')).toBeVisible()
})

test('the list stays usable beside the details, Escape returns to the last row, and its button does not open it', async () => {
  await serve(['paging'])
  const { user } = open('?range=all')
  await user.click(await screen.findByText('Member 3'))
  const drawer = await findDrawer('Member 3')
  await waitFor(() => expect(drawer).toContainElement(document.activeElement as HTMLElement))
  await user.click(screen.getByText('Member 5'))
  expect(await findDrawer('Member 5')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('row', { name: /Member 5/ })).toHaveFocus())
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByRole('button', { name: 'Delete Member 5' }).focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alertdialog')).toBeVisible()
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('offline, the row, the details and the selection offer no deletion', async () => {
  await serve(['paging', 'trash'])
  const { user } = open('?range=all')
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 3' }))
  await user.click(screen.getByText('Member 3'))
  await findDrawer('Member 3')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  for (const name of ['Delete Member 3', 'Delete 1 user', 'Delete user', 'Delete permanently']) {
    const button = screen.getByRole('button', { name, hidden: true })
    expect(button).toBeDisabled()
    expect(button).toHaveAttribute('title', 'No connection.')
  }
  online.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
})
