import { startTestServer } from '@rapport/server/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'

test('is shown while the browser is offline', async () => {
  await using server = await startTestServer()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderApp('/settings', { ...server, token: await server.signIn() })
  expect(await screen.findByText('No connection.')).toBeVisible()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('No connection.')).not.toBeInTheDocument())
  onLine.mockRestore()
})
