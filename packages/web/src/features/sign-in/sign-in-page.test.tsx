import { freshServer } from '@rapport/server/fresh-server'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

const LOGIN = 'POST /api/admin/login'

const server = freshServer()

async function fillIn(user: UserEvent, { email, password } = server.admin) {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), password)
}

test('the right password stores the token and opens the dashboard', async () => {
  const { user, router } = renderApp('/signin', { fetch: server.fetch })
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/dashboard')
  expect(localStorage.getItem('authToken')).toBeTruthy()
})

test("a wrong password shows the server's message, keeps the typed values and focuses the error", async () => {
  const { user } = renderApp('/signin', { fetch: server.fetch })
  await fillIn(user, { ...server.admin, password: 'wrong' })
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  const alert = await screen.findByRole('alert')
  expect(alert).not.toHaveTextContent('Login failed. Please try again.')
  expect(alert).toHaveFocus()
  expect(screen.getByLabelText('Email')).toHaveValue(server.admin.email)
  expect(screen.getByLabelText('Password')).toHaveValue('wrong')
  expect(localStorage.getItem('authToken')).toBeNull()
})

test.each([
  ['a refusal without a message', () => envelope(401), 'Login failed. Please try again.'],
  ['HTTP 200 with another code', () => Response.json({ code: 500, message: '' }), 'Login failed. Please try again.'],
  ['no response at all', () => Promise.reject(new TypeError('Failed to fetch')), 'An error occurred during sign in.'],
  ['a response that is a web page', () => new Response('<html>'), 'An error occurred during sign in.'],
])('%s shows the text of the specification', async (_, respond, text) => {
  const { user } = renderApp('/signin', { fetch: intercept(server.fetch, LOGIN, respond) })
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
})

test('says how long to wait after too many attempts', async () => {
  const respond = () => envelope(429, 'Too many attempts.', { 'Retry-After': '90' })
  const { user } = renderApp('/signin', { fetch: intercept(server.fetch, LOGIN, respond) })
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. You can try again in 2 minutes.')
})

test('empty fields are refused without a call, with the focus on the first one', async () => {
  const { fetch, calls } = recording(server.fetch)
  const { user } = renderApp('/signin', { fetch })
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))

  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Please enter your email address.')
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please enter your password.')
  expect(screen.getByLabelText('Email')).toHaveFocus()
  expect(screen.queryByText('Please check these fields:')).toBeNull()
  expect(calls).toEqual([])
})

test('the password can be shown and hidden', async () => {
  const { user } = renderApp('/signin', { fetch: server.fetch })
  const password = await screen.findByLabelText('Password')
  expect(password).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password).toHaveAttribute('type', 'password')
})

test('password managers find both fields', async () => {
  renderApp('/signin', { fetch: server.fetch })
  expect(await screen.findByLabelText('Email')).toHaveAttribute('autocomplete', 'username')
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email')
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password')
})

test('the link for a forgotten password keeps the typed email', async () => {
  const { user, router } = renderApp('/signin', { fetch: server.fetch })
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.click(await screen.findByRole('link', { name: 'forgot your password?' }))
  expect(await screen.findByRole('button', { name: 'Send OTP' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
  expect(router.state.location.pathname).toBe('/Forgotpassword')
})

test('sign-in returns to the screen that required it', async () => {
  const { user, router } = renderApp('/User?range=all&size=24', { fetch: server.fetch })
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('heading', { name: 'Users' })).toBeVisible()
  expect(router.state.location.pathname + router.state.location.search).toBe('/User?range=all&size=24')
})
