import { freshServer } from '@rapport/server/fresh-server'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pngFile } from '#testing/image-files.ts'
import { envelope, intercept, renderApp } from '#testing/render-app.tsx'

const SAVE = 'POST /api/admin/category'

const server = freshServer()
beforeEach(() => localStorage.setItem('authEmail', server.admin.email))

const open = (path = '/category?add', fetch = server.fetch) => renderApp(path, { ...server, fetch })
const nameField = () => screen.findByLabelText('Category Name*')
const draftKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))

async function openAndType(path?: string, fetch = server.fetch) {
  const app = open(path, fetch)
  await app.user.type(await nameField(), 'Half a na')
  return app
}

async function openWithImage(fetch = server.fetch) {
  const app = await openAndType(undefined, fetch)
  await app.user.upload(screen.getByLabelText(/^Photo/), pngFile('joy.png'))
  await screen.findByText('joy.png')
  return app
}

function endElsewhere() {
  act(() => {
    localStorage.removeItem('authToken')
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', oldValue: server.token }))
  })
}

describe('a session that ends in the middle of a form', () => {
  test('opens sign-in, and then the same form with its draft', async () => {
    let expired = true
    const refusing = intercept(server.fetch, SAVE, () => envelope(401))
    const { user, router } = await openAndType('/category?size=24&add', (request) =>
      expired ? refusing(request) : server.fetch(request),
    )
    await user.upload(screen.getByLabelText(/^Photo/), pngFile('joy.png'))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(/Your session has ended/)).toBeVisible()
    expired = false
    await user.type(screen.getByLabelText('Email'), server.admin.email)
    await user.type(screen.getByLabelText('Password'), server.admin.password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    expect(await nameField()).toHaveValue('Half a na')
    expect(router.state.location.search).toBe('?size=24&add')
    expect(screen.getByText(/Choose the image again/)).toHaveTextContent('joy.png')
    await user.upload(screen.getByLabelText(/^Photo/), pngFile('joy.png'))
    await waitFor(() => expect(screen.queryByText(/Choose the image again/)).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByRole('link', { name: 'Edit Half a na' })).toBeVisible()
    expect(draftKeys()).toEqual([])
  })

  test('keeps the draft when the session was stored without its email', async () => {
    localStorage.removeItem('authEmail')
    const { user } = open()
    await screen.findByRole('button', { name: 'Ada' })
    await user.type(await nameField(), 'Half a na')
    endElsewhere()
    await user.type(await screen.findByLabelText('Email'), server.admin.email)
    await user.type(screen.getByLabelText('Password'), server.admin.password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(async () => expect(await nameField()).toHaveValue('Half a na'))
  })

  test('shows its draft to no other admin', async () => {
    const { user } = await openAndType()
    endElsewhere()
    const bea = await server.addAdmin({ email: 'bea@example.com', first_name: 'Bea' })
    await user.type(await screen.findByLabelText('Email'), bea.email)
    await user.type(screen.getByLabelText('Password'), bea.password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await nameField()).toHaveValue('')
    expect(screen.queryByText(/Your unsaved changes/)).not.toBeInTheDocument()
  })
})

describe('a draft', () => {
  test('survives a reload, and can be discarded', async () => {
    await openWithImage()
    cleanup()
    const { user } = open()
    await waitFor(async () => expect(await nameField()).toHaveValue('Half a na'))
    expect(screen.getByText(/Choose the image again/)).toHaveTextContent('joy.png')

    await user.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(await nameField()).toHaveValue('')
    expect(screen.queryByText(/Your unsaved changes/)).not.toBeInTheDocument()
    expect(draftKeys()).toEqual([])
  })

  test('belongs to one record, and is dropped when the form equals the saved values', async () => {
    const { user } = open()
    await user.type(await nameField(), 'X')
    expect(draftKeys()).toEqual([`draft:${server.admin.email}/category:new`])
    await user.clear(await nameField())
    expect(draftKeys()).toEqual([])
  })

  test('is kept when the form is left, and dropped by Cancel', async () => {
    const { user } = await openAndType()
    await user.click(screen.getByRole('button', { name: 'Back to Categories' }))
    await user.click(await screen.findByRole('button', { name: 'Add Category' }))
    await waitFor(async () => expect(await nameField()).toHaveValue('Half a na'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('No categories available. Add one!')).toBeVisible()
    expect(draftKeys()).toEqual([])
  })

  test('is dropped when the admin logs out', async () => {
    const { user } = await openAndType()
    await user.click(screen.getByRole('button', { name: 'Ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(draftKeys()).toEqual([])
  })

  test('that is damaged or cannot be stored leaves the form usable', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    sessionStorage.setItem(`draft:${server.admin.email}/category:new`, '{"texts":')
    const { user } = open()
    expect(await nameField()).toHaveValue('')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    await user.type(await nameField(), 'Joy')
    full.mockRestore()
    expect(await nameField()).toHaveValue('Joy')
    expect(logged).toHaveBeenCalled()
  })
})

describe('leaving a form with a chosen image', () => {
  const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })

  test('asks, with the focus on staying', async () => {
    const { user, router } = await openWithImage()
    await user.click(screen.getByRole('link', { name: 'User' }))
    const stay = within(await question()).getByRole('button', { name: 'Stay' })
    await waitFor(() => expect(stay).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(router.state.location.search).toBe('?add')
    expect(screen.getByText('joy.png')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'User' }))
    await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: 'Users' })).toBeVisible()
  })

  test('asks when the tab is closed, and not without an image', async () => {
    const canClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { user } = await openAndType()
    expect(canClose()).toBe(true)
    await user.upload(screen.getByLabelText(/^Photo/), pngFile('joy.png'))
    await screen.findByText('joy.png')
    expect(canClose()).toBe(false)
  })
})
