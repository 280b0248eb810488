import type { Extension } from '@rapport/core/api/operations.ts'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { recording, renderApp } from '#testing/render-app.tsx'

let server: TestServer
let token: string

const members = Array.from({ length: 30 }, (_, index): Partial<Schemas['User']> => ({
  first_name: `User${String(index).padStart(2, '0')}`,
  last_name: 'Test',
}))

async function serve(extensions: Extension[]) {
  server = await startTestServer({ extensions, users: members })
  token = await server.signIn()
}
afterEach(() => server.close())

test('rows of the last search cannot be selected while the next ones are being loaded', async () => {
  await serve(['paging'])
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user, router } = renderApp('/User', {
    token,
    fetch: async (request) => {
      if (new URL(request.url).searchParams.get('search') === 'user29') await promise
      return server.fetch(request)
    },
  })
  const first = await screen.findByRole('checkbox', { name: 'Select User00 Test' })
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'user29')
  await waitFor(() => expect(router.state.location.search).toBe('?search=user29'))
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'))
  const page = screen.getByRole('checkbox', { name: 'Select all on this page' })
  await user.click(page)
  await user.click(first)
  expect(page).toBeDisabled()
  expect(first).toBeDisabled()
  expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()

  resolve()
  await user.click(await screen.findByRole('checkbox', { name: 'Select User29 Test' }))
  expect(screen.getByText('1 selected')).toBeVisible()
})

/** Answers the list of all matches only when `answer` is called. */
function holdAllMatches() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const recorded = recording(async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/api/admin/users' && !searchParams.has('page')) await promise
    return server.fetch(request)
  })
  return { ...recorded, answer: resolve }
}

test('a double click on "Select all" does not cancel it, and Cancel does', async () => {
  await serve(['paging'])
  const { fetch, answer } = holdAllMatches()
  const { user } = renderApp('/User', { token, fetch })
  await user.click(await screen.findByRole('checkbox', { name: 'Select User00 Test' }))
  const selectAll = screen.getByRole('button', { name: 'Select all 31, except you' })
  await user.dblClick(selectAll)
  expect(selectAll).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(selectAll).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()

  await user.dblClick(selectAll)
  answer()
  expect(await screen.findByRole('button', { name: 'Delete 30 users' })).toBeVisible()
})

test('a double click on "Export CSV" makes one file, and Cancel none', async () => {
  await serve(['paging'])
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { fetch, calls, answer } = holdAllMatches()
  const { user } = renderApp('/User', { token, fetch })
  await screen.findByText('Showing 12 out of 31')
  const button = screen.getByRole('button', { name: 'Export CSV' })
  await user.dblClick(button)
  expect(button).toHaveTextContent('Exporting…')
  await user.click(screen.getByRole('button', { name: 'Cancel the export' }))
  expect(button).toHaveTextContent('Export CSV')
  expect(button).toHaveFocus()

  await user.dblClick(button)
  answer()
  expect(await screen.findByText('31 users were exported.')).toBeVisible()
  expect(clicked).toHaveBeenCalledOnce()
  expect(calls.filter((call) => /\/users\?joined_from/.test(call))).toHaveLength(2)
  clicked.mockRestore()
})

test('where the server stops counting, the list, "Select all" and the pages say so', async () => {
  await serve(['paging'])
  const { user } = renderApp('/User?range=all&search=test', {
    token,
    fetch: async (request) => {
      const answer = await server.fetch(request)
      if (!request.url.includes('/users?page=')) return answer
      const body: { data: object } = await answer.json()
      return Response.json({ ...body, data: { ...body.data, total: 10_000, total_is_minimum: true } })
    },
  })
  expect(await screen.findByText('Showing 12 out of 10,000+')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Page 834' })).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select User00 Test' }))
  await user.click(screen.getByRole('button', { name: 'Select all 10,000+, except you' }))
  expect(await screen.findByRole('button', { name: 'Delete 30 users' })).toBeVisible()
})
