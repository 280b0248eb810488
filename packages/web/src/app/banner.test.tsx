import { startTestServer, type TestServer } from '@rapport/server/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'

let server: TestServer
let token: string

beforeEach(async () => {
  server = await startTestServer({ extensions: ['paging'] })
  token = await server.signIn()
  // Each failed call is logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await server.close()
})

test('calls without an answer bring the banner, and the way back takes it away and loads what failed', async () => {
  let broken = false
  const fetch = (request: Request) =>
    broken ? Promise.reject(new TypeError('Failed to fetch')) : server.fetch(request)
  const { user } = renderApp('/User?range=all', { fetch, token })
  await screen.findByText('Showing 1 out of 1')
  expect(screen.queryByText('No connection.')).not.toBeInTheDocument()

  broken = true
  await user.selectOptions(screen.getByLabelText('Role'), 'Admin')
  expect(await screen.findByText('No connection.')).toBeVisible()
  expect(await screen.findByText('An error occurred while fetching users.')).toBeVisible()

  broken = false
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('No connection.')).not.toBeInTheDocument())
  expect(screen.queryByText('An error occurred while fetching users.')).not.toBeInTheDocument()
})

test('a server that takes longer to answer than the console waits between its questions is asked once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let broken = false
  let asked = 0
  let answer: () => void = () => undefined
  const slow = new Promise<void>((resolve) => {
    answer = resolve
  })
  const fetch = async (request: Request) => {
    if (broken) throw new TypeError('Failed to fetch')
    if (asked > 0 && request.url.endsWith('get-settings')) {
      asked += 1
      await slow
      request.signal.throwIfAborted()
    }
    return server.fetch(request)
  }
  const { user } = renderApp('/User?range=all', { fetch, token })
  await screen.findByText('Showing 1 out of 1')
  broken = true
  await user.selectOptions(screen.getByLabelText('Role'), 'Admin')
  expect(await screen.findByText('No connection.')).toBeVisible()

  broken = false
  asked = 1
  for (let probes = 0; probes < 4; probes += 1) await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(asked).toBe(2)
  answer()
  await waitFor(() => expect(screen.queryByText('No connection.')).not.toBeInTheDocument())
})

test('the banner follows what the browser says', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderApp('/settings', { ...server, token })
  expect(await screen.findByText('No connection.')).toBeVisible()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('No connection.')).not.toBeInTheDocument())
})

test('a part whose code is out of reach is no new version', async () => {
  let broken = false
  const fetch = (request: Request) =>
    broken ? Promise.reject(new TypeError('Failed to fetch')) : server.fetch(request)
  renderApp('/settings', { fetch, token })
  await screen.findByRole('heading', { name: 'Settings' })
  broken = true
  act(() => void window.dispatchEvent(new Event('vite:preloadError')))
  expect(await screen.findByText('No connection.')).toBeVisible()
  broken = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('No connection.')).not.toBeInTheDocument())
  expect(screen.queryByText('A new version is ready.')).not.toBeInTheDocument()
})

test('a part whose code is gone offers to reload, and leaves the screen as it is', async () => {
  renderApp('/settings', { ...server, token })
  await screen.findByRole('heading', { name: 'Settings' })
  act(() => void window.dispatchEvent(new Event('vite:preloadError')))
  expect(await screen.findByText('A new version is ready.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Settings' })).toBeVisible()
})
