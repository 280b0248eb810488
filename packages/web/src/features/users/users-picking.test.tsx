import type { Extension } from '@rapport/core/operations.ts'
import type { User } from '@rapport/core/users/user.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { recording, renderApp } from '#testing/render-app.tsx'

let server: TestServer
let token: string

const members = Array.from({ length: 30 }, (_, index): Partial<User> => ({
  first_name: `User${String(index).padStart(2, '0')}`,
  last_name: 'Test',
}))

async function serve(extensions: Extension[]) {
  server = await startTestServer({ extensions, users: members })
  token = await server.signIn()
}
afterEach(() => server.close())

test('rows of the last search cannot be picked while those of the new one are on their way', async () => {
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

test('selecting all that match keeps its button in its place, so that a second click of a double click ends nothing', async () => {
  await serve(['paging'])
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user } = renderApp('/User', {
    token,
    fetch: async (request) => {
      if (new URL(request.url).searchParams.get('page_size') === '1000') await promise
      return server.fetch(request)
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select User00 Test' }))
  await user.dblClick(screen.getByRole('button', { name: 'Select all 31, except you' }))
  expect(screen.getByRole('button', { name: 'Select all 31, except you' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: /^Cancel/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Select all 31, except you' })).toHaveFocus())
  expect(screen.queryByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument()

  await user.dblClick(screen.getByRole('button', { name: 'Select all 31, except you' }))
  resolve()
  expect(await screen.findByRole('button', { name: 'Delete 30 users' })).toBeVisible()
})

test('a double click on Export begins one export, which its own button cancels', async () => {
  await serve(['paging'])
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  let waiting = Promise.withResolvers<void>()
  const { fetch, calls } = recording(async (request) => {
    if (new URL(request.url).searchParams.get('page_size') === '1000') await waiting.promise
    return server.fetch(request)
  })
  const { user } = renderApp('/User', { token, fetch })
  await screen.findByText('Showing 12 out of 31')
  const button = screen.getByRole('button', { name: 'Export CSV' })
  await user.dblClick(button)
  expect(button).toHaveTextContent('Exporting 0 of 31')
  await user.click(screen.getByRole('button', { name: 'Cancel the export' }))
  expect(button).toHaveTextContent('Export CSV')
  expect(button).toHaveFocus()
  waiting.resolve()

  waiting = Promise.withResolvers()
  await user.dblClick(button)
  waiting.resolve()
  expect(await screen.findByText('31 users were exported.')).toBeVisible()
  expect(clicked).toHaveBeenCalledOnce()
  expect(calls.filter((call) => call.includes('page_size=1000'))).toHaveLength(2)
  clicked.mockRestore()
})
