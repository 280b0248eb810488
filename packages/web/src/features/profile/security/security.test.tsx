import { freshServer } from '@rapport/server/fresh-server'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { envelope, intercept, recording, renderApp, withData } from '#testing/render-app.tsx'
import { codeAt, turnOnTwoFactor } from '#testing/two-factor.ts'

const MINUTE = 60_000

let now: number
beforeEach(() => {
  now = Date.now()
})
const server = freshServer({ clock: () => new Date(now) })

const open = (fetch = server.fetch) => renderApp('/Myprofile', { ...server, fetch })
const part = (name: string) => within(screen.getByRole('region', { name }))
const button = (name: string) => screen.findByRole('button', { name })

/** Enters the password in the dialog that asks for it. */
async function confirmIdentity(user: UserEvent, password = server.admin.password) {
  await user.type(await screen.findByLabelText('Your password'), password)
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
}

async function createToken(user: UserEvent) {
  await user.click(await button('New token'))
  await user.type(screen.getByLabelText('Name*'), 'Nightly export')
  await user.click(screen.getByRole('checkbox', { name: /^Read/ }))
  await user.selectOptions(screen.getByLabelText('Expires after'), '30 days')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
}

test('sets two-factor authentication up with the first code, shows the recovery codes once, and turns it off', async () => {
  const { user } = open()
  await user.click(await button('Set up'))
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = screen.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent.replaceAll(' ', '')
  await user.keyboard(`${codeAt(secret, now)}{Enter}`)
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(within(codes).getAllByRole('listitem')).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(await screen.findByText(/^On since .* 10 recovery codes are left\.$/)).toBeVisible()
  expect(await server.signIn()).toBeUndefined()

  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }))
  expect(await button('Set up')).toBeVisible()
  expect(await server.signIn()).toBeTruthy()
})

test('enables Turn on when the code is complete, and says what is missing when Enter is pressed before', async () => {
  const { user } = open()
  await user.click(await button('Set up'))
  const turnOn = await button('Turn on')
  expect(turnOn).toBeDisabled()
  await user.keyboard('12{Enter}')
  expect(await screen.findByText('Please enter the six digits that the app shows.')).toBeVisible()
  await user.keyboard('123456')
  expect(turnOn).toBeEnabled()
})

test('replaces the recovery codes after a confirmation', async () => {
  await turnOnTwoFactor(server, server.token, now)
  const { user } = open()
  await user.click(await button('New recovery codes'))
  await user.click(await button('Replace codes'))
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible()
})

test('asks to confirm the identity ten minutes after sign-in, then creates the token', async () => {
  const { user } = open()
  await button('New token')
  now += 11 * MINUTE
  await createToken(user)
  await confirmIdentity(user, 'wrong')
  expect(await screen.findByText('This password is wrong.')).toBeVisible()
  await user.clear(screen.getByLabelText('Your password'))
  await confirmIdentity(user)

  const secret = (await screen.findByText(/^rpt_/)).textContent
  const response = await server.fetch(
    new Request(`${server.baseUrl}/api/admin/users`, { headers: { Authorization: `Bearer ${secret}` } }),
  )
  expect(response.status).toBe(200)
  expect(part('API tokens').getByText('Never used')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(/^rpt_/)).toBeNull()
})

test('keeps the form when the admin cancels the confirmation of identity', async () => {
  const { user } = open()
  await button('New token')
  now += 11 * MINUTE
  await createToken(user)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Please confirm your identity')
  expect(screen.getByLabelText('Name*')).toHaveValue('Nightly export')
})

test('a token without a name and a scope is refused without a call', async () => {
  const { fetch, calls } = recording(server.fetch)
  const { user } = open(fetch)
  await user.click(await button('New token'))
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByText('Please enter a name.')).toBeVisible()
  expect(screen.getByText('Please choose at least one.')).toBeVisible()
  expect(calls).not.toContain('POST /api/admin/tokens')
})

test('marks an expired token, and removes it once the action and the identity are confirmed', async () => {
  const expired = (tokens: object[]) => tokens.map((token) => ({ ...token, expires_at: '2020-01-01T00:00:00Z' }))
  const { user } = open(withData(server.fetch, 'GET /api/admin/tokens', expired))
  await createToken(user)
  expect(await screen.findByTitle('Expired')).toBeVisible()

  now += 11 * MINUTE
  await user.click(screen.getByRole('button', { name: 'Remove Nightly export' }))
  await user.click(await button('Remove token'))
  await waitFor(() => expect(screen.getByLabelText('Your password')).toHaveFocus())
  await user.keyboard(`${server.admin.password}{Enter}`)
  expect(await screen.findByText('You have no tokens.')).toBeVisible()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(screen.getByRole('region', { name: 'API tokens' })).toHaveFocus())
})

test('lists the sessions, ends one and then all others', async () => {
  const others = [await server.signIn(), await server.signIn(), await server.signIn()]
  const { user } = open()
  const rows = await screen.findAllByRole('button', { name: 'Sign out Unknown device' })
  expect(rows).toHaveLength(3)
  expect(part('Sessions').getByText('This session')).toBeVisible()

  await user.click(rows[0] ?? document.body)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Sign out Unknown device' })).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Sign out all other sessions' }))
  expect(await screen.findByText('You have no other sessions.')).toBeVisible()
  for (const other of others) {
    const headers = { Authorization: `Bearer ${other}` }
    const response = await server.fetch(new Request(`${server.baseUrl}/api/admin/sessions`, { headers }))
    expect(response.status).toBe(401)
  }
})

test('with two-factor authentication, a new email is saved after a code', async () => {
  const { secret } = await turnOnTwoFactor(server, server.token, now)
  const { user } = open()
  const email = await screen.findByLabelText('Email*')
  now += 11 * MINUTE
  await user.clear(email)
  await user.type(email, 'ada@example.com{Enter}')
  await user.click(await button('Use a code instead'))
  await user.type(await screen.findByLabelText('Code'), `${codeAt(secret, now)}{Enter}`)
  expect(await screen.findByText('Profile updated successfully!')).toBeVisible()
})

test('shows an error and Retry in a panel that cannot be loaded', async () => {
  let failing = true
  const { user } = open(async (request) => {
    const fetch = failing ? intercept(server.fetch, 'GET /api/admin/sessions', () => envelope(500)) : server.fetch
    return fetch(request)
  })
  expect(await screen.findByText('Failed to fetch sessions.')).toBeVisible()
  expect(await button('Set up')).toBeVisible()
  failing = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('This session')).toBeVisible()
})

test('shows no security panels when the server lacks the extensions', async () => {
  await server.restart({ extensions: [] })
  const { fetch, calls } = recording(server.fetch)
  renderApp('/Myprofile', { ...server, fetch })
  await screen.findByLabelText('Email*')
  expect(screen.queryByRole('heading', { name: /Two-factor|Passkeys|Sessions|API tokens/ })).toBeNull()
  expect(calls.filter((call) => /two-factor|passkeys|sessions|tokens/.test(call))).toEqual([])
})
