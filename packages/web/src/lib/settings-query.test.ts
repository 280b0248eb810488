import type { Extension } from '@rapport/core/operations.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { envelope, recording, renderApp } from '#testing/render-app.tsx'

let server: TestServer
let token: string

async function serve(extensions: Extension[]) {
  server = await startTestServer({ extensions, users: [{ first_name: 'Bo' }, { first_name: 'Mia' }] })
  token = await server.signIn()
}
beforeEach(() => {
  // Settings that cannot be loaded are logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

/** Opens the users list in front of a server whose settings fail so many times. */
function open(failures: number, failUsers = () => false) {
  let failed = 0
  const recorded = recording(async (request) => {
    if (request.url.endsWith('/get-settings') && failed < failures) {
      failed += 1
      return envelope(500)
    }
    return request.url.includes('/users') && failUsers() ? envelope(500) : server.fetch(request)
  })
  return { ...renderApp('/User?range=all', { fetch: recorded.fetch, token }), calls: recorded.calls }
}
const ofUsers = (calls: string[]) => calls.filter((call) => call.includes('/users'))

test('settings that fail once are asked for again, and the server pages as before', async () => {
  await serve(['paging'])
  const { calls } = open(1)
  expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
  expect(ofUsers(calls)).toEqual(['GET /api/admin/users?page=1&page_size=12'])
})

test('a server that pages is known by its answer where its settings cannot be had, and never asked for all', async () => {
  await serve(['paging'])
  const { calls } = open(Infinity)
  expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
  expect(ofUsers(calls)).toEqual([
    'GET /api/admin/users?page=1&page_size=1',
    'GET /api/admin/users?page=1&page_size=12',
  ])
})

test('a server of the plain contract is known, too, and its answer is the list', async () => {
  await serve([])
  const { calls, user } = open(Infinity)
  expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'mia')
  expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
  expect(ofUsers(calls)).toEqual(['GET /api/admin/users?page=1&page_size=1'])
})

test('where the users cannot be had either, that is said, and Retry asks for a page', async () => {
  await serve(['paging'])
  let broken = true
  const { calls, user } = open(Infinity, () => broken)
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch users.')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
  expect(ofUsers(calls)).not.toContain('GET /api/admin/users')
})
