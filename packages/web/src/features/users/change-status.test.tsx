import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Extension } from '@rapport/core/api/operations.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { recording, renderApp } from '#testing/render-app.tsx'

const server = freshServer()

const EXTENSIONS: Extension[] = ['paging', 'user-status', 'history', 'trash']

async function serve(extensions = EXTENSIONS, count = 3) {
  const users = Array.from({ length: count }, (_, index) => ({
    first_name: 'Member',
    last_name: String(index),
    email: `member${index}@example.com`,
    status: index === 0 ? 'pending' : 'active',
  }))
  await server.restart({ extensions, users })
}

const open = (query = '', fetch = server.fetch) => renderApp(`/User?range=all&sort=id${query}`, { ...server, fetch })
const findDrawer = () => screen.findByRole('dialog', { name: /^Details of/ })
const setStatus = (action: 'suspend' | 'reactivate', ids: number[], reason?: string) =>
  callApi(server, 'POST users/status', { action, ids, ...(reason !== undefined && { reason }) })

/** Returns the status of each user but the admin, and the reason if they are suspended. */
async function fetchStatuses() {
  const { users } = await callApi<{ users: Schemas['User'][] }>(server, 'GET users')
  return users
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .slice(1)
    .map(({ status, suspension }) => [status, suspension?.reason].filter(Boolean).join(': '))
}

test('a user is suspended from the details with a reason, which they show, and Undo puts back the status', async () => {
  await serve()
  const { user } = open('&user=2')
  await user.click(await within(await findDrawer()).findByRole('button', { name: 'Suspend' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to suspend 1 user?' })
  expect(dialog).toHaveAccessibleDescription(/^Member 0 will be suspended until an admin reactivates them/)
  await user.type(within(dialog).getByLabelText('Reason (optional)'), ' Spam ')
  await user.click(within(dialog).getByRole('button', { name: 'Suspend 1 user' }))
  expect((await screen.findAllByText('1 user was suspended.'))[0]).toBeVisible()
  expect(await fetchStatuses()).toEqual(['suspended: Spam', 'active', 'active'])

  const drawer = await findDrawer()
  expect(await within(drawer).findByText('Spam')).toBeVisible()
  expect(within(drawer).getByText('Ada Admin')).toBeVisible()
  await waitFor(() => expect(within(drawer).getByRole('button', { name: 'Reactivate' })).toHaveFocus())
  await user.click(within(drawer).getByRole('tab', { name: 'History' }))
  expect(await within(drawer).findByText(/suspended the user/)).toHaveTextContent(
    'Ada Admin suspended the user Member 0.',
  )

  await user.click((await screen.findAllByRole('button', { name: 'Undo' }))[0]!)
  expect((await screen.findAllByText('1 user was reactivated.'))[0]).toBeVisible()
  expect(await fetchStatuses()).toEqual(['pending', 'active', 'active'])
})

test('a selection has a result for each user, and Undo changes only those who were suspended', async () => {
  await serve()
  await setStatus('suspend', [4], 'Before')
  const { user } = open()
  await screen.findByRole('checkbox', { name: 'Select Member 0' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.getByRole('button', { name: 'Reactivate 1 user' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Suspend 2 users' }))
  const dialog = await screen.findByRole('alertdialog')
  await callApi(server, 'DELETE users/3')
  await user.click(within(dialog).getByRole('button', { name: 'Suspend 2 users' }))
  expect(await within(dialog).findByText('1 suspended, 1 left.')).toBeVisible()
  const results = within(dialog).getAllByRole('listitem')
  expect(results.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/user.*Member 1$/),
    'SuspendedMember 0',
  ])
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(await fetchStatuses()).toEqual(['suspended', 'suspended: Before'])

  await user.click((await screen.findAllByRole('button', { name: 'Undo' }))[0]!)
  expect((await screen.findAllByText('1 user was reactivated.'))[0]).toBeVisible()
  expect(await fetchStatuses()).toEqual(['pending', 'suspended: Before'])
})

test('Undo of a reactivation suspends for the same reasons', async () => {
  await serve()
  await setStatus('suspend', [2, 3], 'Spam')
  await setStatus('suspend', [4])
  const { user } = open()
  await screen.findByRole('checkbox', { name: 'Select Member 0' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.queryByRole('button', { name: /^Suspend/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Reactivate 3 users' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).queryByLabelText(/^Reason/)).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Reactivate 3 users' }))
  expect((await screen.findAllByText('All 3 users were reactivated.'))[0]).toBeVisible()
  expect(await fetchStatuses()).toEqual(['pending', 'active', 'active'])
  await user.click((await screen.findAllByRole('button', { name: 'Undo' }))[0]!)
  expect((await screen.findAllByText('3 users were suspended.'))[0]).toBeVisible()
  expect(await fetchStatuses()).toEqual(['suspended: Spam', 'suspended: Spam', 'suspended'])
})

test('all matches are suspended in calls of 100', async () => {
  await serve(EXTENSIONS, 250)
  const { fetch, calls } = recording(server.fetch)
  const { user } = open('&size=24', fetch)
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('button', { name: /^Select all 250/ }))
  await user.click(await screen.findByRole('button', { name: 'Suspend 250 users' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Suspend 250 users' }))
  expect((await screen.findAllByText('All 250 users were suspended.', {}, { timeout: 10_000 }))[0]).toBeVisible()
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual(Array(3).fill('POST /api/admin/users/status'))
  expect(new Set(await fetchStatuses())).toEqual(new Set(['suspended']))
})

test('the own account cannot be suspended', async () => {
  await serve()
  open('&user=1')
  const button = await within(await findDrawer()).findByRole('button', { name: 'Suspend' })
  expect(button).toBeDisabled()
  expect(button).toHaveAttribute('title', 'This is your own account: it cannot be suspended here.')
})

test('a server without the extension shows nothing of it', async () => {
  await serve(['paging', 'trash'])
  const { user } = open('&user=2')
  expect(await within(await findDrawer()).findByRole('button', { name: 'Delete user' })).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select Member 1' }))
  expect(await screen.findByRole('button', { name: 'Delete 1 user' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /suspend|reactivate/i })).toBeNull()
})
