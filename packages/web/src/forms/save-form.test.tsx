import { freshServer } from '@rapport/server/fresh-server'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { envelope, intercept, renderApp } from '#testing/render-app.tsx'

const server = freshServer()

test('a save that fails after the form was left is reported in a message', async () => {
  const response = Promise.withResolvers<Response>()
  const { user, router } = renderApp('/Myprofile', {
    ...server,
    fetch: intercept(server.fetch, 'POST /api/admin/update-settings', () => response.promise),
  })
  await user.type(await screen.findByLabelText('First Name*'), 'x')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await act(() => router.navigate('/settings'))
  response.resolve(envelope(500))
  expect(await screen.findAllByText('Failed to update profile')).not.toHaveLength(0)
})

test('a logout in another tab drops the drafts of this one', async () => {
  const { user } = renderApp('/Myprofile', server)
  await user.type(await screen.findByLabelText('First Name*'), 'x')
  expect(Object.keys(sessionStorage)).toHaveLength(1)
  act(() => {
    localStorage.setItem('lastSessionEnd', 'signed-out')
    localStorage.removeItem('authToken')
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', oldValue: server.token }))
  })
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(Object.keys(sessionStorage)).toHaveLength(0)
})
