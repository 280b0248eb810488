import { freshServer } from '@rapport/server/fresh-server'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp, withData } from '#testing/render-app.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 14, 30) }))
afterEach(() => void vi.useRealTimers())
const server = freshServer()

const open = (query: string) => renderApp(`/User${query}`, server)

const openPicker = async (query = '') => {
  const { user, router } = open(query)
  await screen.findByText(/^Showing/)
  await user.click(screen.getByRole('button', { name: /^Joined:/ }))
  await screen.findByRole('button', { name: 'Apply' })
  const count = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  const apply = () => user.click(screen.getByRole('button', { name: 'Apply' }))
  return { user, count, apply, range: () => new URLSearchParams(router.state.location.search).get('range') }
}

test('shows today by default, and the predefined ranges in order', async () => {
  const { range } = await openPicker()
  expect(range()).toBeNull()
  expect(screen.getByRole('button', { name: /^Joined:/ })).toHaveTextContent('Joined: 21 Nov 2026')
  const presets = within(screen.getByRole('list', { name: 'Predefined ranges' })).getAllByRole('button')
  expect(presets.map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
    'This Week',
    'Last Week',
    'This Month',
    'Last Month',
    'All dates',
  ])
})

test('names the range that Apply sets', async () => {
  const { count } = await openPicker('?range=all')
  const dialog = screen.getByRole('dialog', { name: 'Joined: choose dates' })
  expect(within(dialog).getAllByText('All dates')).toHaveLength(2)
  expect(screen.getByLabelText('days up to today')).toHaveValue(null)
  await count('days up to today', '7')
  expect(within(dialog).getByText('15 Nov 2026 – 21 Nov 2026')).toBeVisible()
})

test('Clear shows all dates, even without other filters', async () => {
  await server.restart({ extensions: [], users: [{ first_name: 'Ann', joined_date: new Date().toISOString() }] })
  const { user, router } = open('')
  await user.click(await screen.findByText('Clear'))
  expect(router.state.location.search).toBe('?range=all')
  expect(screen.queryByText('Clear')).toBeNull()
  // The next Tab leads to the search, not to the top of the page.
  await user.tab()
  expect(screen.getByRole('searchbox', { name: 'Search users' })).toHaveFocus()
})

test.each([
  ['Yesterday', '2026-11-20..2026-11-20'],
  ['Last Month', '2026-10-01..2026-10-31'],
  ['All dates', 'all'],
])('applies the predefined range %s without Apply', async (preset, range) => {
  const picker = await openPicker()
  await picker.user.click(screen.getByRole('button', { name: preset }))
  await waitFor(() => expect(picker.range()).toBe(range))
  expect(screen.queryByRole('button', { name: 'Apply' })).not.toBeInTheDocument()
})

test.each([
  ['days up to today', '7', '2026-11-15..2026-11-21'],
  ['days up to today', '99999', '1926-11-21..2026-11-21'],
  ['days up to today', '0', null],
  ['days starting today', '7', '2026-11-21..2026-11-27'],
  ['days starting today', '99999', '2026-11-21..2046-11-21'],
  ['days starting today', '-5', '2026-11-01..2026-11-02'],
])('%s: applying %s gives the range %s', async (label, text, range) => {
  const picker = await openPicker('?range=2026-11-01..2026-11-02')
  await picker.count(label, text)
  await picker.apply()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply' })).not.toBeInTheDocument())
  expect(picker.range()).toBe(range)
  await waitFor(() => expect(screen.getByRole('button', { name: /^Joined:/ })).toHaveFocus())
})

test('limits a day count to the maximum, with a note', async () => {
  const picker = await openPicker()
  await picker.count('days up to today', '100000')
  expect(screen.getByLabelText('days up to today')).toHaveValue(99_999)
  expect(screen.getByText('99999 at most')).toBeVisible()
})

test('says when a day count reaches beyond the calendar', async () => {
  const picker = await openPicker()
  await picker.count('days up to today', '40000')
  expect(screen.getByText(/^The calendar has 365\d\d days\.$/)).toBeVisible()
})

test('a click on the selected today keeps today selected', async () => {
  const picker = await openPicker()
  await picker.user.click(screen.getByRole('button', { name: /^Today, / }))
  await picker.apply()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply' })).not.toBeInTheDocument())
  expect(picker.range()).toBeNull()
})

test('the calendar is limited to 100 years back and 20 years ahead', async () => {
  const { user } = await openPicker('?range=1926-11-21..1926-11-22')
  expect(screen.getByRole('button', { name: 'Saturday, 20 November 1926' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Sunday, 21 November 1926, selected' })).toBeEnabled()
  await user.selectOptions(screen.getByRole('combobox', { name: /year/i }), '2046')
  expect(screen.getByRole('button', { name: 'Wednesday, 21 November 2046' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Thursday, 22 November 2046' })).toBeDisabled()
})

test('shows a joined date that cannot be read as it was sent, and says that a date filter leaves it out', async () => {
  await server.restart({ extensions: [], users: [{ first_name: 'Ann' }] })
  const broken = { id: 99, first_name: 'Bob', joined_date: '03-04-2026', age: '', profile_completed: 1, status: 2 }
  const fetch = withData(server.fetch, 'GET /api/admin/users', ({ users }: { users: object[] }) => ({
    users: [...users, broken],
  }))
  const { router } = renderApp('/User', { ...server, fetch })
  const note = '1 user left out: the joined date could not be read.'
  expect(await screen.findByText(note)).toBeVisible()
  expect(screen.queryByText('Bob')).not.toBeInTheDocument()
  await act(() => router.navigate('/User?range=all'))
  const row = await screen.findByRole('row', { name: /Bob/ })
  expect(row).toHaveTextContent('03-04-2026')
  expect(screen.getByText('Showing 3 out of 3')).toBeVisible()
  expect(screen.queryByText(note)).not.toBeInTheDocument()
})

test('a day without users shows an empty state that offers all dates', async () => {
  const { user, router } = open('?range=2020-01-01..2020-01-01')
  expect(await screen.findByText(/^No users joined on /)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all dates' }))
  expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
  expect(router.state.location.search).toBe('?range=all')
})
