import { withToken } from '@rapport/server/call'
import { freshServer } from '@rapport/server/fresh-server'
import { addPasskey } from '@rapport/server/passkey-device'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'
import { turnOnTwoFactor } from '#testing/two-factor.ts'

const server = freshServer()

const panel = async () => within(await screen.findByRole('region', { name: 'Passkeys' }))

test('lists the passkeys, and removes one after a confirmation', async () => {
  await addPasskey(withToken(server, server.token))
  const { user } = renderApp('/Myprofile', server)
  const passkeys = await panel()
  expect(await passkeys.findByText('Never used')).toBeVisible()
  await user.click(passkeys.getByRole('button', { name: 'Remove Unknown device' }))
  await user.click(await screen.findByRole('button', { name: 'Remove passkey' }))
  expect(await passkeys.findByText('You have no passkeys.')).toBeVisible()
  expect(await screen.findByText('Unknown device was removed.')).toBeVisible()
})

test('turns the password off with two passkeys, after which two must stay', async () => {
  vi.stubGlobal('PublicKeyCredential', Object)
  for (const _ of [1, 2]) await addPasskey(withToken(server, server.token))
  await turnOnTwoFactor(server, server.token)
  const { user } = renderApp('/Myprofile', server)
  const passkeys = await panel()
  await user.click(await passkeys.findByRole('button', { name: 'Turn off password' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off password' }))
  expect(await passkeys.findByText('Password off')).toBeVisible()
  expect(passkeys.queryByRole('button', { name: 'Turn off password' })).toBeNull()
  expect(await server.signIn().catch(() => undefined)).toBeUndefined()

  const [first] = passkeys.getAllByRole('button', { name: 'Remove Unknown device' })
  if (first) await user.click(first)
  await user.click(await screen.findByRole('button', { name: 'Remove passkey' }))
  expect(await screen.findByText(/^Choose a password or add a passkey first/)).toBeVisible()
})

test('says where passkeys work if the console is opened by an IP address', async () => {
  vi.stubGlobal('PublicKeyCredential', Object)
  vi.stubGlobal('location', new URL('http://127.0.0.1:4000/Myprofile'))
  renderApp('/Myprofile', server)
  const passkeys = await panel()
  const name = 'http://localhost:4000/Myprofile'
  expect(await passkeys.findByRole('link', { name })).toHaveAttribute('href', name)
  expect(passkeys.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
