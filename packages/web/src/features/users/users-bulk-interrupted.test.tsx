import type { User } from '@rapport/core/users/user.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { envelope, recording } from '#testing/render-app.tsx'

let server: TestServer
let token: string
let calls: string[]
let isOver: boolean

const members = Array.from({ length: 8 }, (_, index): Partial<User> => ({
  first_name: `User${index}`,
  last_name: 'Test',
}))

// The screens are compiled here, where no test's time is running.
beforeAll(
  () => Promise.all([import('#app/shell.tsx'), import('#ui/alert-dialog.tsx'), import('./users-page.tsx')]),
  60_000,
)
beforeEach(async () => {
  isOver = false
  server = await startTestServer({ extensions: ['paging', 'logout'], users: members })
  token = await server.signIn()
})
afterEach(async () => {
  const { dropInterrupted } = await import('./interrupted-deletion.ts')
  dropInterrupted()
  await server.close()
})

const ENDED = 'Your session ended while users were being deleted.'
const region = () => screen.getByRole('region', { name: 'Users' })
const told = () => screen.findByRole('alertdialog', { name: 'What became of the users' })
const deletions = () => calls.filter((call) => call.startsWith('DELETE'))
const isListed = () => screen.findByRole('checkbox', { name: 'Select User7 Test' })

type Answer = (request: Request) => Response | Promise<Response>

async function openUsers(answer: Answer = server.fetch) {
  const recorded = recording(async (request) => (request.method === 'DELETE' ? answer(request) : server.fetch(request)))
  calls = recorded.calls
  // Not imported above: after a reload it is another.
  const { renderApp } = await import('#testing/render-app.tsx')
  const app = renderApp('/User', { fetch: recorded.fetch, ...(token !== '' && { token }) })
  const pick = async (...indexes: number[]) => {
    for (const index of indexes) {
      await app.user.click(await screen.findByRole('checkbox', { name: `Select User${index} Test` }))
    }
    await app.user.click(screen.getByRole('button', { name: `Delete ${indexes.length} users` }))
    const dialog = await screen.findByRole('alertdialog')
    return { dialog, confirm: within(dialog).getByRole('button', { name: `Delete ${indexes.length} users` }) }
  }
  const signIn = async ({ email, password } = server.admin) => {
    await app.user.type(await screen.findByLabelText('Email'), email)
    isOver = false
    await app.user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
  }
  return { ...app, pick, signIn }
}

/** What a reload of the page does: all that the console holds outside the browser's storage is gone. */
async function reload(answer?: Answer) {
  cleanup()
  vi.resetModules()
  token = localStorage.getItem('authToken') ?? ''
  return openUsers(answer)
}

/** Deletes six users, two of whom are gone when the session ends. */
async function interrupt() {
  let answered = 0
  const app = await openUsers(async (request) => {
    answered += 1
    if (answered === 3) isOver = true
    return isOver ? envelope(401, 'Your session has ended.') : server.fetch(request)
  })
  const { confirm } = await app.pick(0, 1, 2, 3, 4, 5)
  await app.user.click(confirm)
  await screen.findByLabelText('Email')
  return app
}

test('a session that ends meanwhile says on coming back what was deleted and what was not, and goes on', async () => {
  const { user, router, signIn } = await interrupt()
  await signIn()
  const dialog = await told()
  expect(router.state.location.pathname).toBe('/User')
  expect(dialog).toHaveAccessibleDescription(`${ENDED} 2 of 6 deleted, 4 still there.`)
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'User2 Test: not tried, still there',
    'User3 Test: not tried, still there',
    'User4 Test: not tried, still there',
    'User5 Test: not tried, still there',
    'User0 Test: deleted',
    'User1 Test: deleted',
  ])
  expect(screen.getByText('4 selected')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Delete the rest' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await waitFor(() => expect(region()).toHaveFocus())
  expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
})

test('whoever only reads what became of the users is left at the list', async () => {
  const { user, signIn } = await interrupt()
  await signIn()
  const dialog = await told()
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await waitFor(() => expect(region()).toHaveFocus())
  expect(await screen.findByText('4 selected')).toBeVisible()
})

test('whoever is left is selected only in the list that they were picked from', async () => {
  const { user, router, signIn } = await interrupt()
  await act(() => router.navigate('/signin'))
  await signIn()
  await screen.findByRole('heading', { name: 'Dashboard' })
  await act(() => router.navigate('/User?search=User7'))
  const dialog = await told()
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(await isListed()).not.toBeChecked()
  expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()
})

test('a question that is being answered is answered first', async () => {
  const { user, pick } = await openUsers()
  const { dialog } = await pick(6, 7)
  const users = [{ id: 2, first_name: 'User0', last_name: 'Test' }]
  const { keepInterrupted } = await import('./interrupted-deletion.ts')
  act(() => keepInterrupted(server.admin.email, { users, outcomes: new Map(), filterKey: '' }))
  expect(dialog).toHaveAccessibleName('Are you sure you want to delete 2 users?')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await told()).toHaveAccessibleDescription(`${ENDED} 0 of 1 deleted, 1 still there.`)
  expect(deletions()).toHaveLength(0)
  await user.click(within(await told()).getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('2 selected')).toBeVisible()
})

test('a deletion that waits for the server is told as well when another tab ends the session', async () => {
  const { user, pick, signIn } = await openUsers(() => envelope(429, 'Too many.', { 'Retry-After': '50' }))
  const { confirm } = await pick(0, 1, 2, 3, 4, 5)
  await user.click(confirm)
  await waitFor(() => expect(deletions()).toHaveLength(4))
  endedElsewhere('expired')
  await signIn()
  expect(await told()).toHaveAccessibleDescription(`${ENDED} 0 of 6 deleted, 6 still there.`)
})

test('what is not answered yet is told again after a reload, and selects nobody unseen', async () => {
  const first = await interrupt()
  await first.signIn()
  await told()

  const second = await reload(() => envelope(401, 'Your session has ended.'))
  const dialog = await told()
  expect(dialog).toHaveAccessibleDescription(`${ENDED} 2 of 6 deleted, 4 still there.`)
  await second.user.click(within(dialog).getByRole('button', { name: 'Delete the rest' }))
  await second.signIn()
  await second.user.click(within(await told()).getByRole('button', { name: 'Close' }))
  await isListed()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()

  await reload()
  await isListed()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('a reload while one call hangs loses nothing of it', async () => {
  let asked = 0
  const { user, pick } = await openUsers((request) => {
    asked += 1
    if (asked === 1) return server.fetch(request)
    return asked === 2 ? new Promise<Response>(() => undefined) : envelope(401, 'Your session has ended.')
  })
  const { confirm } = await pick(0, 1, 2, 3, 4, 5)
  await user.click(confirm)
  // The call that hangs holds the screen.
  await waitFor(() => expect(localStorage.getItem('authToken')).toBeNull())
  await waitFor(() => expect(deletions()).toHaveLength(4))
  const { signIn } = await reload()
  await signIn()
  expect(await told()).toHaveAccessibleDescription(/ of 6 deleted, [56] still there\.$/)
})

test('what holds nobody who is left is not told', async () => {
  const stored = { admin: server.admin.email, gone: [2], left: [] }
  sessionStorage.setItem('untilLogOut:interruptedDeletion', JSON.stringify(stored))
  localStorage.setItem('authToken', token)
  await reload()
  await isListed()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('a deletion that is still under way when another tab logs out leaves nothing behind', async () => {
  const { user, pick, signIn, router } = await openUsers(() => envelope(429, 'Too many.', { 'Retry-After': '50' }))
  const { confirm } = await pick(0, 1, 2, 3, 4, 5)
  await user.click(confirm)
  await waitFor(() => expect(deletions()).toHaveLength(4))
  endedElsewhere('signed-out')
  await signIn()
  await screen.findByRole('heading', { name: 'Dashboard' })
  await act(() => router.navigate('/User'))
  await isListed()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test.each([
  [
    'here',
    async (user: UserEvent) => {
      await user.click(await screen.findByRole('button', { name: 'Ada' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    },
  ],
  ['in another tab', () => endedElsewhere('signed-out')],
])('an admin who logs out %s leaves nothing behind', async (_, logOut) => {
  const { user, router, signIn } = await interrupt()
  await act(() => router.navigate('/signin'))
  await signIn()
  await screen.findByRole('heading', { name: 'Dashboard' })
  await logOut(user)
  await signIn()
  await screen.findByRole('heading', { name: 'Dashboard' })
  await act(() => router.navigate('/User'))
  await isListed()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('what the end of a session has left undeleted is told to nobody but its admin', async () => {
  const olga = await server.addAdmin({ email: 'olga@example.com' })
  const { signIn } = await interrupt()
  await signIn(olga)
  expect(await screen.findByText('Showing 8 out of 8')).toBeVisible()
  await isListed()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

/** What a browser does when another tab ends the session. */
function endedElsewhere(end: string): void {
  localStorage.setItem('sessionEnd', end)
  localStorage.removeItem('authToken')
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
  })
}
