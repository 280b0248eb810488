import { startTestServer, type TestServer } from '@rapport/server/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

let server: TestServer
let token: string

beforeEach(async () => {
  server = await startTestServer({ extensions: ['paging'] })
  token = await server.signIn()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

test('a server that asks for patience is asked by nobody before its time, and the countdown goes on', async () => {
  const CATEGORIES = 'GET /api/admin/categories'
  const { fetch, calls } = recording(
    intercept(server.fetch, CATEGORIES, () => envelope(429, 'Slow down.', { 'Retry-After': '600' })),
  )
  const { router } = renderApp('/category', { fetch, token })
  const asked = () => calls.filter((call) => call.startsWith(CATEGORIES)).length
  expect(await screen.findByText('You can try again in 10 minutes.', { exact: false })).toBeVisible()
  expect(asked()).toBe(1)

  act(() => void vi.advanceTimersByTime(60_000))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await act(async () => router.navigate('/settings'))
  await screen.findByRole('heading', { name: 'Settings' })
  await act(async () => router.navigate('/category'))
  expect(await screen.findByText('You can try again in 9 minutes.', { exact: false })).toBeVisible()
  expect(asked()).toBe(1)

  act(() => void vi.advanceTimersByTime(541_000))
  expect(screen.queryByText(/You can try again/)).not.toBeInTheDocument()
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(asked()).toBe(2))
})
