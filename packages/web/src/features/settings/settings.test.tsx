import { freshServer } from '@rapport/server/fresh-server'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_THEME, saveTheme, startTheme } from '#platform/theme.ts'
import { recording, renderApp } from '#testing/render-app.tsx'

const server = freshServer()
afterEach(() => saveTheme(DEFAULT_THEME))

async function openSettings() {
  const { fetch, calls } = recording(server.fetch)
  localStorage.setItem('authEmail', server.admin.email)
  const { user } = renderApp('/settings', { ...server, fetch })
  await screen.findByLabelText('Font family')
  return { user, calls }
}
const variable = (name: string) => document.documentElement.style.getPropertyValue(name)
const stored = () => JSON.parse(localStorage.getItem('rapportTheme') ?? '{}') as Record<string, unknown>

test('starts with the colours, fonts and sizes of the specification', async () => {
  await openSettings()
  expect(screen.getByLabelText('Navigation')).toHaveValue('#6c44b6')
  expect(screen.getByLabelText('Heading size (px)')).toHaveValue(24)
  expect(screen.getByLabelText('Body size (px)')).toHaveValue(16)
  const fonts = [...screen.getByLabelText('Font family').querySelectorAll('option')]
  expect(fonts.map(({ textContent }) => textContent)).toEqual(['Inter', 'Arial', 'Roboto', 'Sans-serif'])
  expect(screen.getByText('Maximum 2MB, recommended 200x200.')).toBeVisible()
})

test('applies and stores the settings on Save, without a call', async () => {
  saveTheme({ ...DEFAULT_THEME, scheme: 'dark' })
  const { user, calls } = await openSettings()
  await screen.findByText('Ada')
  const before = [...calls]
  await user.selectOptions(screen.getByLabelText('Font family'), 'Arial')
  fireEvent.input(screen.getByLabelText('Navigation'), { target: { value: '#004d40' } })
  await user.clear(screen.getByLabelText('Heading size (px)'))
  await user.type(screen.getByLabelText('Heading size (px)'), '32')
  expect(variable('--font-sans')).not.toMatch(/^Arial/)
  const preview = screen.getByRole('region', { name: 'Preview' })
  expect(preview.style.getPropertyValue('--font-sans')).toMatch(/^Arial/)
  expect(preview.style.getPropertyValue('--text-heading')).toBe('2rem')

  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Settings saved.')).toBeInTheDocument()
  expect(variable('--font-sans')).toMatch(/^Arial/)
  expect(variable('--navigation')).toContain('#004d40')
  expect(variable('--text-heading')).toBe('2rem')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(stored()).toMatchObject({ font: 'arial', scheme: 'dark', navigationColour: '#004d40', headingSize: 32 })
  expect(calls).toEqual(before)
})

test('resets to the defaults, which apply once they are saved', async () => {
  saveTheme({ ...DEFAULT_THEME, font: 'arial', bodySize: 20 })
  const { user } = await openSettings()
  expect(screen.getByLabelText('Body size (px)')).toHaveValue(20)
  await user.click(screen.getByRole('button', { name: 'Reset to defaults' }))
  expect(screen.getByLabelText('Body size (px)')).toHaveValue(16)
  expect(variable('--root-size')).toBe('125%')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(variable('--root-size')).toBe('100%')
  expect(stored()).toMatchObject({ font: 'inter', bodySize: 16 })
})

test.each(['', '5', '400'])('refuses a size of “%s” at its field and saves nothing', async (typed) => {
  const { user } = await openSettings()
  const field = screen.getByLabelText('Body size (px)')
  await user.clear(field)
  if (typed) await user.type(field, typed)
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Please enter a size from 12 to 24.')).toBeVisible()
  expect(field).toHaveFocus()
  expect(stored()).toEqual({})
  expect(variable('--root-size')).toBe('100%')
})

test('restores unsaved changes after a reload, until they are saved or discarded', async () => {
  const { user } = await openSettings()
  await user.selectOptions(screen.getByLabelText('Font family'), 'Arial')
  await user.clear(screen.getByLabelText('Body size (px)'))
  await user.type(screen.getByLabelText('Body size (px)'), '20')
  cleanup()

  const { user: later } = await openSettings()
  expect(screen.getByText(/^Your unsaved changes .*are back/)).toBeVisible()
  expect(screen.getByLabelText('Font family')).toHaveValue('arial')
  expect(screen.getByLabelText('Body size (px)')).toHaveValue(20)
  expect(screen.getByText('Not saved yet.')).toBeVisible()
  await later.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(screen.getByLabelText('Font family')).toHaveValue('inter')
  await later.selectOptions(screen.getByLabelText('Font family'), 'Roboto')
  await later.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Settings saved.')
  cleanup()

  await openSettings()
  expect(screen.queryByText(/^Your unsaved changes .*are back/)).not.toBeInTheDocument()
  expect(screen.getByLabelText('Font family')).toHaveValue('roboto')
})

test('discards a draft on request, moving the focus to the heading, and drops it once nothing is unsaved', async () => {
  const { user } = await openSettings()
  await user.selectOptions(screen.getByLabelText('Font family'), 'Arial')
  cleanup()
  const { user: later } = await openSettings()
  await later.selectOptions(screen.getByLabelText('Font family'), 'Inter')
  expect(screen.queryByText(/^Your unsaved changes .*are back/)).not.toBeInTheDocument()
  await later.selectOptions(screen.getByLabelText('Font family'), 'Roboto')
  expect(screen.queryByText(/^Your unsaved changes .*are back/)).not.toBeInTheDocument()
  cleanup()

  const { user: last } = await openSettings()
  await last.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus()
})

test('follows saves in another tab, except in edited fields', async () => {
  const { user } = await openSettings()
  await user.selectOptions(screen.getByLabelText('Font family'), 'Arial')
  startTheme()
  localStorage.setItem('rapportTheme', JSON.stringify({ ...DEFAULT_THEME, scheme: 'dark', font: 'sans', bodySize: 20 }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'rapportTheme' })))
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
  expect(screen.getByLabelText('Body size (px)')).toHaveValue(20)
  expect(screen.getByLabelText('Font family')).toHaveValue('arial')
})

test('refuses a logo that is not an image, and still saves the other settings', async () => {
  const { user } = await openSettings()
  fireEvent.change(screen.getByLabelText('Logo'), {
    target: { files: [new File(['x'], 'notes.txt', { type: 'text/plain' })] },
  })
  expect(await screen.findByText('Please select an image file.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Settings saved.')).toBeVisible()
})

test('says that the browser has no room for the settings, and keeps them in the form', async () => {
  const { user } = await openSettings()
  await user.selectOptions(screen.getByLabelText('Font family'), 'Arial')
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^This browser has no room left/))
  setItem.mockRestore()
  expect(screen.getByLabelText('Font family')).toHaveValue('arial')
})

test('opens from the foot of the navigation', async () => {
  const { user } = renderApp('/User', server)
  await user.click(await screen.findByRole('link', { name: 'Settings' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})
