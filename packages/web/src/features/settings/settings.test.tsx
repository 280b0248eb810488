import { startTestServer, type TestServer } from '@rapport/server/testing'
import { fireEvent, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DEFAULT_THEME, saveTheme } from '#lib/theme.ts'
import { recording, renderApp } from '#testing/render-app.tsx'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => saveTheme(DEFAULT_THEME))

async function openSettings() {
  const { fetch, calls } = recording(server.fetch)
  const { user } = renderApp('/settings', { fetch, token: await server.signIn() })
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  return { user, calls }
}
const variable = (name: string) => document.documentElement.style.getPropertyValue(name)
const stored = () => JSON.parse(localStorage.getItem('rapportTheme') ?? '{}') as Record<string, unknown>

test('a fresh browser has the purple, the fonts and the sizes of the specification', async () => {
  await openSettings()
  expect(screen.getByLabelText('Navigation')).toHaveValue('#6c44b6')
  expect(screen.getByLabelText('Heading size (px)')).toHaveValue(24)
  expect(screen.getByLabelText('Body size (px)')).toHaveValue(16)
  const fonts = [...screen.getByLabelText('Font family').querySelectorAll('option')]
  expect(fonts.map(({ textContent }) => textContent)).toEqual(['Inter', 'Arial', 'Roboto', 'Sans-serif'])
  expect(screen.getByText('Maximum 2MB, recommended 200x200.')).toBeVisible()
})

test('Save puts the settings into effect and keeps them, with no call to a server', async () => {
  const { user, calls } = await openSettings()
  await screen.findByText('Ada')
  const before = [...calls]
  await user.selectOptions(screen.getByLabelText('Font family'), 'Arial')
  await user.selectOptions(screen.getByLabelText('Light or dark'), 'Dark')
  fireEvent.input(screen.getByLabelText('Navigation'), { target: { value: '#004d40' } })
  await user.clear(screen.getByLabelText('Heading size (px)'))
  await user.type(screen.getByLabelText('Heading size (px)'), '32')
  expect(variable('--font-sans')).not.toMatch(/^Arial/)
  const preview = screen.getByRole('region', { name: 'Preview' })
  expect(preview.style.getPropertyValue('--font-sans')).toMatch(/^Arial/)
  expect(preview.style.getPropertyValue('--preview-heading')).toBe('32px')

  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Settings saved.')).toBeInTheDocument()
  expect(variable('--font-sans')).toMatch(/^Arial/)
  expect(variable('--navigation')).toContain('#004d40')
  expect(variable('--text-heading')).toBe('2rem')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(stored()).toMatchObject({ font: 'arial', scheme: 'dark', navigationColour: '#004d40', headingSize: 32 })
  expect(calls).toEqual(before)
})

test('the defaults come back, and hold once they are saved', async () => {
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

test.each(['', '5', '400'])('a size of “%s” is refused at its field and saves nothing', async (typed) => {
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

test('changed settings ask before they are left', async () => {
  const { user } = await openSettings()
  await user.selectOptions(screen.getByLabelText('Font family'), 'Arial')
  await user.click(screen.getByRole('link', { name: 'User' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Your changes will be lost.')
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText('Font family')).toHaveValue('arial')

  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await user.click(screen.getByRole('link', { name: 'User' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
})

test('a logo must be an image, and one that is not keeps nothing else from being saved', async () => {
  const { user } = await openSettings()
  fireEvent.change(screen.getByLabelText('Logo'), {
    target: { files: [new File(['x'], 'notes.txt', { type: 'text/plain' })] },
  })
  expect(await screen.findByText('Please select an image file.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Settings saved.')).toBeVisible()
})

test('the profile menu leads to the settings', async () => {
  const { user } = renderApp('/User', { ...server, token: await server.signIn() })
  await user.click(await screen.findByRole('button', { name: /Ada/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})
