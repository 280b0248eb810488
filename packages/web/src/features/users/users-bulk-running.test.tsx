import type { User } from '@rapport/core/users/user.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { envelope, recording, renderApp } from '#testing/render-app.tsx'

let server: TestServer
let token: string
let calls: string[]
let goOn: () => void

const members = Array.from({ length: 8 }, (_, index): Partial<User> => ({
  first_name: `User${index}`,
  last_name: 'Test',
}))

beforeEach(async () => {
  server = await startTestServer({ extensions: ['paging', 'logout'], users: members })
  token = await server.signIn()
})
afterEach(() => server.close())

/** Begins to delete six users; four are on their way, and answered when `goOn` is called. */
async function begin(answer = server.fetch) {
  const { promise, resolve } = Promise.withResolvers<void>()
  goOn = resolve
  const recorded = recording(async (request) => {
    if (request.method !== 'DELETE') return server.fetch(request)
    await promise
    return answer(request)
  })
  calls = recorded.calls
  const app = renderApp('/dashboard', { fetch: recorded.fetch, token })
  await app.user.click(await screen.findByRole('button', { name: 'View All' }))
  for (const index of [0, 1, 2, 3, 4, 5]) {
    await app.user.click(await screen.findByRole('checkbox', { name: `Select User${index} Test` }))
  }
  await app.user.click(screen.getByRole('button', { name: 'Delete 6 users' }))
  const dialog = await screen.findByRole('alertdialog')
  return { ...app, dialog, confirm: within(dialog).getByRole('button', { name: 'Delete 6 users' }) }
}
const deletions = () => calls.filter((call) => call.startsWith('DELETE'))
const unload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a second click or key on Delete stops nothing: the button keeps its place and the focus', async () => {
  const { user, dialog, confirm } = await begin()
  await user.dblClick(confirm)
  expect(within(dialog).getAllByRole('button')).toEqual([
    within(dialog).getByRole('button', { name: 'Stop' }),
    within(dialog).getByRole('button', { name: 'Delete 6 users' }),
  ])
  await waitFor(() => expect(confirm).toHaveFocus())
  await user.keyboard('{Enter}')
  goOn()
  expect((await screen.findAllByText('All 6 users were deleted.'))[0]).toBeVisible()
  expect(deletions()).toHaveLength(6)
})

test('leaving while users are being deleted asks first, and Stay lets it go on', async () => {
  const { user, confirm, router } = await begin()
  await user.click(confirm)
  expect(unload()).toBe(false)
  await router.navigate(-1)
  const question = await screen.findByRole('alertdialog', { name: 'Leave while users are being deleted?' })
  expect(question).toHaveAccessibleDescription('The deletion stops then: whoever is not deleted yet remains.')
  expect(router.state.location.pathname).toBe('/User')
  await user.click(within(question).getByRole('button', { name: 'Stay' }))
  goOn()
  expect((await screen.findAllByText('All 6 users were deleted.'))[0]).toBeVisible()
  expect(deletions()).toHaveLength(6)
  expect(unload()).toBe(true)
})

test('who leaves nevertheless stops the deletion', async () => {
  const { user, confirm, router } = await begin()
  await user.click(confirm)
  await router.navigate(-1)
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  goOn()
  await waitFor(() => expect(screen.getByRole('table', { name: 'Recent users' })).toHaveTextContent('User5 Test'))
  expect(deletions()).toHaveLength(4)
})

test('while it runs it counts, and says at the end what became of each', async () => {
  const { user, dialog, confirm } = await begin(async (request) =>
    request.url.endsWith('/3') ? envelope(500, 'Not today.') : server.fetch(request),
  )
  await user.click(confirm)
  expect(within(dialog).getByText('0 of 6 deleted so far.')).toBeVisible()
  expect(within(dialog).getByRole('progressbar')).toHaveAttribute('max', '6')
  expect(within(dialog).queryByRole('list', { name: 'Results' })).not.toBeInTheDocument()
  goOn()
  expect(await within(dialog).findByText('5 of 6 deleted, 1 still there.')).toBeVisible()
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(6)
})
