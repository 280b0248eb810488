import type { Extension } from '@rapport/core/operations.ts'
import type { User } from '@rapport/core/users/user.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'

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
