import { freshServer } from '@rapport/server/fresh-server'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recording, renderApp } from '#testing/render-app.tsx'

const server = freshServer()

async function openNotifications() {
  const { fetch, calls } = recording(server.fetch)
  const { user } = renderApp('/Usernotifications', { ...server, fetch })
  const list = await screen.findByRole('region', { name: 'Sample notifications' })
  const rows = () => list.querySelectorAll('ul > li')
  return { user, list, rows, calls }
}

test('shows twelve samples out of 286, with page sizes 12, 25 and 50', async () => {
  const { user, list, rows } = await openNotifications()
  expect(rows()).toHaveLength(12)
  expect(within(list).getByText('Showing 12 out of 286')).toBeVisible()
  expect(within(list).getByRole('button', { name: 'Page 24' })).toBeVisible()
  await user.click(within(list).getByRole('button', { name: 'Page 2' }))
  expect(within(list).getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')

  const size = within(list).getByRole('combobox', { name: 'Rows per page' })
  expect([...size.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['12', '25', '50'])
  await user.selectOptions(size, '50')
  expect(within(list).getByRole('button', { name: 'Page 6' })).toBeVisible()
  expect(within(list).queryByRole('button', { name: 'Page 7' })).toBeNull()
})

test('groups the samples by day and marks the unread ones', async () => {
  const { list } = await openNotifications()
  const days = within(list).getAllByRole('heading', { level: 2 })
  expect(days.map(({ textContent }) => textContent)).toEqual(['Today', 'Yesterday', 'Earlier'])
  expect(within(list).getByRole('list', { name: 'Today' })).toBeVisible()
  expect(within(list).getAllByText(', unread')).toHaveLength(3)
})

test('sets and removes a star', async () => {
  const { user } = await openNotifications()
  const [star, second] = screen.getAllByRole('button', { name: 'Star' })
  if (!star) throw new Error('There is no star.')
  expect(star).toHaveAttribute('aria-pressed', 'false')
  await user.click(star)
  expect(star).toHaveAttribute('aria-pressed', 'true')
  expect(second).toHaveAttribute('aria-pressed', 'false')
  await user.click(star)
  expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('deleting asks first and calls no server', async () => {
  const { user, rows, calls } = await openNotifications()
  await screen.findByText('Ada')
  const before = [...calls]
  const [first] = screen.getAllByRole('button', { name: 'Delete' })
  if (!first) throw new Error('There is nothing to delete.')
  await user.click(first)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(rows()).toHaveLength(12)

  await user.click(first)
  await user.click(screen.getByRole('button', { name: 'Delete notification' }))
  expect(rows()).toHaveLength(11)
  expect(screen.queryByText('Sign-ups rose for the third week in a row.')).toBeNull()
  expect(calls).toEqual(before)
})

test('Undo puts a deleted notification back in its place', async () => {
  const { user, rows } = await openNotifications()
  const [, second] = screen.getAllByRole('button', { name: 'Delete' })
  if (!second) throw new Error('There is nothing to delete.')
  await user.click(second)
  await user.click(screen.getByRole('button', { name: 'Delete notification' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(rows()).toHaveLength(12)
  expect(rows()[1]).toHaveTextContent('A trial became a yearly plan.')
})

test('remembers in the browser what was read', async () => {
  const { user, list } = await openNotifications()
  expect(screen.getByRole('link', { name: 'Notifications, unread' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(list).toHaveFocus()
  cleanup()
  await openNotifications()
  expect(screen.getByRole('link', { name: 'Notifications' })).toBeVisible()
  expect(screen.queryByText(', unread')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})
