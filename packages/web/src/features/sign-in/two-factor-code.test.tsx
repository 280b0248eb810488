import { freshServer } from '@rapport/server/fresh-server'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { envelope, intercept, renderApp } from '#testing/render-app.tsx'
import { codeAt, turnOnTwoFactor } from '#testing/two-factor.ts'

const server = freshServer()
let secret: string
let recoveryCodes: readonly string[]
beforeEach(async () => {
  ;({ secret, recoveryCodes } = await turnOnTwoFactor(server, server.token))
})

/** Signs in up to the two-factor code. */
async function open(fetch = server.fetch) {
  const app = renderApp('/signin', { fetch })
  await signIn(app.user)
  await screen.findByRole('heading', { name: 'Two-factor authentication' })
  return app
}

async function signIn(user: ReturnType<typeof renderApp>['user']) {
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  if (email.value === '') await user.type(email, server.admin.email)
  await user.type(screen.getByLabelText('Password'), `${server.admin.password}{Enter}`)
}

test('shows an error and clears a wrong code, and opens the dashboard with the right one', async () => {
  const { user } = await open()
  expect(localStorage.getItem('authToken')).toBeNull()
  const first = screen.getByLabelText('Code')
  expect(first).toHaveFocus()
  expect(first).toHaveAttribute('autocomplete', 'one-time-code')
  const right = codeAt(secret, Date.now())
  await user.keyboard(right === '000000' ? '111111' : '000000')
  expect(await screen.findByText('This code is wrong. Please try the next one.')).toBeVisible()
  expect(first).toHaveAccessibleDescription('This code is wrong. Please try the next one.')
  expect(first).toHaveValue('')
  await waitFor(() => expect(first).toHaveFocus())

  await user.keyboard(right)
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('a recovery code signs in without the app', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
  expect(screen.getByLabelText('Recovery code')).toHaveFocus()
  await user.keyboard(`${recoveryCodes[0]}{Enter}`)
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('an incomplete code makes no call', async () => {
  const { user } = await open(intercept(server.fetch, 'POST /api/admin/two-factor/verify', () => envelope(500)))
  await user.keyboard('123{Enter}')
  expect(await screen.findByText('Please enter the six digits of your authenticator app.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('going back keeps the email but not the password, and the next sign-in works', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Back to password' }))
  expect(screen.getByLabelText('Email')).toHaveValue(server.admin.email)
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(screen.getByLabelText('Password')).toHaveFocus()
  await signIn(user)
  expect(await screen.findByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
})
