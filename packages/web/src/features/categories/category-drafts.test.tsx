import { startTestServer, type TestServer } from '@rapport/server/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dropAllDrafts } from '#lib/drafts.ts'
import { pngFile } from '#testing/image-files.ts'
import { envelope, intercept, renderApp } from '#testing/render-app.tsx'

const SAVE = 'POST /api/admin/category'

let server: TestServer
let token: string

beforeEach(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterEach(async () => {
  dropAllDrafts()
  await server.close()
})

const open = (path = '/category?add', fetch = server.fetch) => renderApp(path, { fetch, token })
const nameField = () => screen.findByLabelText('Category Name')
const stored = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))

async function typed(path?: string, fetch = server.fetch) {
  const app = open(path, fetch)
  await app.user.type(await nameField(), 'Half a na')
  await app.user.upload(screen.getByLabelText('Photo'), pngFile('joy.png'))
  await screen.findByText('joy.png')
  return app
}

function endElsewhere(reason: string) {
  act(() => {
    localStorage.setItem('sessionEnd', reason)
    localStorage.removeItem('authToken')
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', oldValue: token }))
  })
}

describe('a session that ends in the middle of a form', () => {
  test('leads to sign-in and back to the same form, with text and image in place', async () => {
    let expired = true
    const refusing = intercept(server.fetch, SAVE, () => envelope(401))
    const { user, router } = await typed('/category?size=24&add', (request) =>
      expired ? refusing(request) : server.fetch(request),
    )
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(/Your session has ended/)).toBeVisible()
    expired = false
    await user.type(screen.getByLabelText('Email'), server.admin.email)
    await user.type(screen.getByLabelText('Password'), server.admin.password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    expect(await nameField()).toHaveValue('Half a na')
    expect(router.state.location.search).toBe('?size=24&add')
    expect(screen.getByText('joy.png')).toBeVisible()
    expect(screen.getByText(/Your unsaved changes from/)).not.toHaveTextContent('chosen again')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByRole('link', { name: 'Edit Half a na' })).toBeVisible()
    expect(stored()).toEqual([])
  })

  test.each(['expired', 'signed-out'])('in another tab, %s, leaves the draft', async (reason) => {
    await typed()
    endElsewhere(reason)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(stored()).toHaveLength(1)
  })

  test('hides its draft from another admin', async () => {
    const { user } = await typed()
    endElsewhere('expired')
    const bea = await server.addAdmin({ email: 'bea@example.com', first_name: 'Bea' })
    await user.type(await screen.findByLabelText('Email'), bea.email)
    await user.type(screen.getByLabelText('Password'), bea.password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await nameField()).toHaveValue('')
    expect(screen.queryByText(/Your unsaved changes/)).not.toBeInTheDocument()
  })
})

test('a form opened before the settings are loaded keeps its draft once they are', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let failing = true
  const { user } = open('/category?add', async (request) =>
    failing && request.url.endsWith('get-settings') ? envelope(500) : server.fetch(request),
  )
  const field = await nameField()
  await user.type(field, 'Half a na')
  expect(stored()).toEqual([])
  failing = false
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(stored()).toEqual([`draft:${server.admin.email}/category:new`]))
  expect(field).toBeVisible()
  expect(field).toHaveValue('Half a na')
  await user.clear(field)
  expect(stored()).toEqual([])
  logged.mockRestore()
})

describe('a draft', () => {
  /** As a reload does: files are gone, what the tab stores is not. */
  function reloaded() {
    const drafts = Object.entries(sessionStorage)
    dropAllDrafts()
    for (const [key, value] of drafts) sessionStorage.setItem(key, String(value))
    cleanup()
    return open()
  }

  test('survives a reload, names the image that has to be chosen again, and can be discarded', async () => {
    await typed()
    const { user } = reloaded()
    expect(await nameField()).toHaveValue('Half a na')
    expect(screen.getByText(/Only the image has to be chosen again/)).toHaveTextContent('joy.png')

    await user.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(await nameField()).toHaveValue('')
    expect(screen.queryByText(/Your unsaved changes/)).not.toBeInTheDocument()
    expect(stored()).toEqual([])
  })

  test('belongs to its record alone, and is gone when the form is back at what is saved', async () => {
    const { user } = open()
    await user.type(await nameField(), 'X')
    expect(stored()).toEqual([`draft:${server.admin.email}/category:new`])
    await user.clear(await nameField())
    expect(stored()).toEqual([])
  })

  test('is gone after signing out, which asks first', async () => {
    const { user } = await typed()
    const logOut = async () => {
      await user.click(screen.getByRole('button', { name: 'Ada' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
      return within(await screen.findByRole('alertdialog', { name: 'Log out without saving?' }))
    }
    await user.click((await logOut()).getByRole('button', { name: 'Stay' }))
    expect(await nameField()).toHaveValue('Half a na')
    expect(localStorage.getItem('authToken')).toBe(token)
    await user.click((await logOut()).getByRole('button', { name: 'Log out' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(stored()).toEqual([])
  })

  test('that is damaged or cannot be stored leaves the form usable', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    sessionStorage.setItem(`draft:${server.admin.email}/category:new`, '{"texts":')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    const app = renderApp('/category?add', { fetch: server.fetch })
    full.mockRestore()
    localStorage.setItem('authToken', token)
    await act(() => app.router.navigate('/category?add'))
    expect(await nameField()).toHaveValue('')
    const stillFull = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    await app.user.type(await nameField(), 'Joy')
    stillFull.mockRestore()
    expect(await nameField()).toHaveValue('Joy')
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
  })
})

describe('leaving a changed form', () => {
  const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })

  test.each([
    ['Cancel', 'button', 'Cancel'],
    ['the way back', 'button', 'Back to Categories'],
    ['the navigation', 'link', 'User'],
  ])('by %s asks, with the focus on staying', async (_, role, name) => {
    const { user, router } = await typed()
    await user.click(screen.getByRole(role, { name }))
    const dialog = await question()
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Stay' })).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(router.state.location.search).toBe('?add')
    expect(await nameField()).toHaveValue('Half a na')
  })

  test('by Back asks, and goes on when told to; the draft is there on the way forward', async () => {
    const { user, router } = open('/category')
    await user.click((await screen.findAllByRole('button', { name: 'Add Category' }))[0] ?? document.body)
    await user.type(await nameField(), 'Half a na')
    await act(() => router.navigate(-1))
    await user.click(within(await question()).getByRole('button', { name: 'Leave, keep draft' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await user.click((await screen.findAllByRole('button', { name: 'Add Category' }))[0] ?? document.body)
    expect(await nameField()).toHaveValue('Half a na')
  })

  test('and discarding forgets what was typed', async () => {
    const { user } = await typed()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(within(await question()).getByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('No categories available. Add one!')).toBeVisible()
    expect(stored()).toEqual([])
  })

  test('by closing the tab asks, and an unchanged form never does', async () => {
    const { user } = open()
    const close = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await nameField()
    expect(close()).toBe(true)
    await user.type(await nameField(), 'X')
    expect(close()).toBe(false)
    await user.clear(await nameField())
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('No categories available. Add one!')).toBeVisible()
  })

  test('while it is being saved says so, and closes the question once it is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { user } = await typed(undefined, async (request) => {
      if (request.method === 'POST') await promise
      return server.fetch(request)
    })
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await nameField()).toBeDisabled()
    await user.click(screen.getByRole('link', { name: 'User' }))
    expect(await screen.findByRole('alertdialog', { name: 'Leave while this is being saved?' })).toBeVisible()
    resolve()
    expect(await screen.findByRole('link', { name: 'Edit Half a na' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })
})
