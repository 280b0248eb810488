import { freshServer } from '@rapport/server/fresh-server'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

const GET = 'GET /api/admin/get-settings'
const UPDATE = 'POST /api/admin/update-settings'
const NEW_PASSWORD = 'a quite different passphrase'

const server = freshServer({ users: [{ email: 'taken@example.com' }] })

async function openProfile(fetch = server.fetch) {
  const app = renderApp('/Myprofile', { ...server, fetch })
  await screen.findByLabelText('First Name*')
  return app
}

async function replace(user: UserEvent, label: string, text: string) {
  await user.clear(screen.getByLabelText(label))
  if (text) await user.type(screen.getByLabelText(label), text)
}
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save Changes' }))

test('shows the saved profile in the form and in the top bar', async () => {
  const { user } = await openProfile()
  expect(screen.getByLabelText('First Name*')).toHaveValue('Ada')
  expect(screen.getByLabelText('Last Name*')).toHaveValue('Admin')
  expect(screen.getByLabelText('Email*')).toHaveValue(server.admin.email)

  await replace(user, 'First Name*', 'Grace')
  await save(user)
  expect(await screen.findByText('Profile updated successfully!')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: /Grace/ })).toBeVisible()
  expect(screen.getByLabelText('First Name*')).toHaveValue('Grace')
})

test('changes the password, and keeps it when the field is empty', async () => {
  const { user } = await openProfile()
  await replace(user, 'Last Name*', 'Hopper')
  await save(user)
  await screen.findByText('Profile updated successfully!')
  expect(await server.signIn()).toBeTruthy()

  await user.type(screen.getByLabelText('Password'), NEW_PASSWORD)
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await save(user)
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveValue(''))
  expect(await server.signIn({ email: server.admin.email, password: NEW_PASSWORD })).toBeTruthy()
})

test('sends every field, with an empty password to keep the old one', async () => {
  let sent: unknown
  const { user } = await openProfile(async (request) => {
    if (request.url.endsWith('update-settings')) sent = await request.clone().json()
    return server.fetch(request)
  })
  await replace(user, 'First Name*', 'Grace')
  await save(user)
  await screen.findByText('Profile updated successfully!')
  expect(sent).toEqual({ email: server.admin.email, password: '', first_name: 'Grace', last_name: 'Admin' })
})

test('reports empty required fields once, marks them and makes no call', async () => {
  const { fetch, calls } = recording(server.fetch)
  const { user } = await openProfile(fetch)
  await replace(user, 'First Name*', ' ')
  await save(user)
  expect(await screen.findByText('Please fill in all required fields')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all required fields')
  expect(screen.getByLabelText('First Name*')).toBeInvalid()
  expect(screen.getByLabelText('First Name*')).toHaveFocus()
  expect(calls).not.toContain(UPDATE)
})

test('refuses a password that is too short without a call', async () => {
  const { fetch, calls } = recording(server.fetch)
  const { user } = await openProfile(fetch)
  await user.type(screen.getByLabelText('Password'), '12345')
  await save(user)
  expect(await screen.findByText('Password must be at least 6 characters long.')).toBeVisible()
  expect(calls).not.toContain(UPDATE)
})

test('keeps an email address that is taken in the form, with the error at its field', async () => {
  const { user } = await openProfile()
  await replace(user, 'Email*', 'Taken@Example.com')
  await save(user)
  await waitFor(() => expect(screen.getByLabelText('Email*')).toBeInvalid())
  expect(screen.getByLabelText('Email*')).toHaveValue('Taken@Example.com')
  expect(screen.queryByText('Profile updated successfully!')).toBeNull()
})

test.each([
  ['a refusal without a message', () => envelope(500), 'Failed to update profile'],
  ['no response', () => Promise.reject(new TypeError('x')), 'An error occurred while updating profile.'],
])('%s shows the text of the specification and keeps what was typed', async (_, respond, text) => {
  const { user } = await openProfile(intercept(server.fetch, UPDATE, respond))
  await replace(user, 'First Name*', 'Grace')
  await user.type(screen.getByLabelText('Password'), NEW_PASSWORD)
  await save(user)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByLabelText('First Name*')).toHaveValue('Grace')
  expect(screen.getByLabelText('Password')).toHaveValue(NEW_PASSWORD)
})

test('keeps typed text and focus while it reloads after a save and after Cancel', async () => {
  let respond = () => undefined as void
  let held = Promise.resolve()
  const { user } = await openProfile(async (request) => {
    if (request.url.endsWith('get-settings')) await held
    return server.fetch(request)
  })
  const hold = () => {
    held = new Promise((resolve) => {
      respond = resolve
    })
  }
  const lastName = screen.getByLabelText('Last Name*')
  await replace(user, 'First Name*', 'Grace')
  hold()
  const password = screen.getByLabelText('Password')
  await user.type(password, `${NEW_PASSWORD}{Enter}`)
  await waitFor(() => expect(password).toHaveValue(''))
  expect(password).toHaveFocus()
  await replace(user, 'Last Name*', 'Hopper')
  respond()
  expect(await screen.findByRole('button', { name: 'Grace' })).toBeVisible()
  expect(lastName).toHaveValue('Hopper')
  expect(lastName).toHaveFocus()
  expect(screen.getByLabelText('First Name*')).toHaveValue('Grace')

  hold()
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  await user.click(cancel)
  expect(lastName).toHaveValue('Admin')
  const names = { first_name: 'Grace', last_name: 'Elsewhere' }
  await callApi(server, 'POST update-settings', { email: server.admin.email, password: '', ...names })
  respond()
  await waitFor(() => expect(lastName).toHaveValue('Elsewhere'))
  expect(cancel).toHaveFocus()
  // No unsaved changes are left, so leaving does not ask.
  await user.click(screen.getByRole('link', { name: /^Notifications/ }))
  expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeVisible()
})

test('keeps text typed during a save as a draft, and sends it with the next save', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent: unknown[] = []
  const { user } = await openProfile(async (request) => {
    if (request.url.endsWith('update-settings')) {
      sent.push(await request.clone().json())
      await promise
    }
    return server.fetch(request)
  })
  await replace(user, 'First Name*', 'Grace')
  await user.type(screen.getByLabelText('Password'), NEW_PASSWORD)
  await save(user)
  await waitFor(() => expect(sent).toHaveLength(1))
  await replace(user, 'Last Name*', 'Hopper')
  resolve()
  expect(await screen.findByRole('button', { name: 'Grace' })).toBeVisible()
  expect(screen.getByLabelText('Last Name*')).toHaveValue('Hopper')
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(kept()).toContain('Hopper')

  await save(user)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    { first_name: 'Grace', last_name: 'Admin', password: NEW_PASSWORD },
    { first_name: 'Grace', last_name: 'Hopper', password: '' },
  ])
  await waitFor(() => expect(kept()).not.toContain('Hopper'))
})

test('Cancel restores the saved values', async () => {
  const { fetch, calls } = recording(server.fetch)
  const { user } = await openProfile(fetch)
  await replace(user, 'First Name*', 'Grace')
  const before = calls.filter((call) => call === GET).length
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getByLabelText('First Name*')).toHaveValue('Ada'))
  expect(calls.filter((call) => call === GET).length).toBe(before + 1)
})

const kept = () =>
  [sessionStorage, localStorage].flatMap((storage) => Object.keys(storage).map((key) => storage.getItem(key))).join()

test('shows an error and Retry when the profile cannot be loaded', async () => {
  let failing = true
  const app = renderApp('/Myprofile', {
    ...server,
    fetch: async (request) => (failing && request.url.endsWith('get-settings') ? envelope(500) : server.fetch(request)),
  })
  expect(await screen.findByText('Failed to fetch settings')).toBeVisible()
  failing = false
  await app.user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByLabelText('First Name*')).toHaveValue('Ada')
})

test("shows the strength of a new password and the server's objections while it is typed", async () => {
  const { user } = await openProfile()
  await user.type(screen.getByLabelText('Password'), 'Ada-12345')
  expect(await screen.findByText(/^This password is easy to guess/)).toBeVisible()
  await replace(user, 'Password', NEW_PASSWORD)
  expect(await screen.findByText('Strong')).toBeVisible()
})
