import { freshServer } from '@rapport/server/fresh-server'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

const server = freshServer()

describe('routes', () => {
  test.each([
    ['/dashboard', 'Dashboard'],
    ['/User', 'Users'],
    ['/user', 'Users'],
    ['/Usernotifications', 'Notifications'],
    ['/UserNotifications', 'Notifications'],
    ['/Myprofile', 'My Profile'],
    ['/Kamasutra', 'Positions'],
    ['/kamasutra', 'Positions'],
    ['/category', 'Categories'],
    ['/subscription', 'Subscription Plans'],
    ['/settings', 'Settings'],
  ])('%s redirects to sign-in without a session, and opens with one', async (path, title) => {
    const guarded = renderApp(path, { fetch: server.fetch })
    await waitFor(() => expect(guarded.router.state.location.pathname).toBe('/signin'))
    await act(() => {
      localStorage.setItem('authToken', server.token)
      return guarded.router.navigate(path)
    })
    // The form's heading may replace the placeholder's.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible())
  })

  test('shows every screen whatever the role in the token', async () => {
    const data = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Admin', role: 'user', status: 'inactive' }
    const bea = { id: 7, email: 'bea@example.com', first_name: 'Bea', role: 'user' }
    const claims = btoa(JSON.stringify({ sub: 'ada@example.com', role: 'user', roles: ['user'] }))
    const fetch = (request: Request) => {
      const { pathname } = new URL(request.url)
      const response = pathname.endsWith('/get-settings') ? data : pathname.endsWith('/users') ? { users: [bea] } : []
      return Promise.resolve(Response.json({ code: 200, message: '', data: response }))
    }
    const { user, router } = renderApp('/dashboard', { fetch, token: `e30.${claims}.e30` })
    await screen.findByRole('button', { name: 'Ada' })
    for (const [link, title] of [
      ['User', 'Users'],
      ['Positions', 'Positions'],
      ['Category', 'Categories'],
      ['Subscription', 'Subscription Plans'],
    ] as const) {
      await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: link }))
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    }
    expect(await screen.findByText('No subscription plans available.')).toBeVisible()
    await act(() => router.navigate('/User?range=all'))
    expect(await screen.findByRole('button', { name: /^Delete Bea/ })).toBeVisible()
    await act(() => router.navigate('/Myprofile'))
    expect(await screen.findByLabelText('First Name*')).toHaveValue('Ada')
  })

  test.each([
    ['/signin', 'Sign in'],
    ['/Forgotpassword', 'Forgot password'],
    ['/forgotpassword', 'Forgot password'],
    ['/SendOTP', 'Forgot password'],
    ['/reset-password', 'Reset password'],
    ['/privacy-policy', 'Privacy policy'],
    ['/support-policy', 'Support'],
  ])('%s is open without a session', async (path, title) => {
    renderApp(path, { fetch: server.fetch })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  test('/ redirects to the dashboard with a token and to sign-in without', async () => {
    const without = renderApp('/', { fetch: server.fetch })
    await waitFor(() => expect(without.router.state.location.pathname).toBe('/signin'))
    const withToken = renderApp('/', server)
    await waitFor(() => expect(withToken.router.state.location.pathname).toBe('/dashboard'))
  })
})

describe('layout', () => {
  test('the navigation lists the sections in order and marks the current one', async () => {
    renderApp('/User', server)
    const nav = await screen.findByRole('navigation', { name: 'Main' })
    const links = within(nav).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/dashboard'],
      ['User', '/User'],
      ['Positions', '/Kamasutra'],
      ['Category', '/category'],
      ['Subscription', '/subscription'],
    ])
    expect(links.filter((link) => link.ariaCurrent === 'page').map((link) => link.textContent)).toEqual(['User'])
  })

  test('the top bar shows the first name, and leads to notifications and profile', async () => {
    const { user, router } = renderApp('/dashboard', server)
    await user.click(await screen.findByRole('button', { name: 'Ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'My Profile' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/Myprofile'))
    await user.click(screen.getByRole('link', { name: 'Notifications, unread' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/Usernotifications'))
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    expect(await screen.findByRole('link', { name: 'Notifications' })).toBeVisible()
  })

  test.each([null, '', ' '])("the name is 'User' when the first name is %j", async (first_name) => {
    const data = { email: 'ada@example.com', first_name, last_name: 'Admin' }
    const settings = () => Response.json({ code: 200, message: '', data })
    const { user } = renderApp('/settings', {
      ...server,
      fetch: intercept(server.fetch, 'GET /api/admin/get-settings', settings),
    })
    await user.click(await screen.findByRole('button', { name: 'User' }))
    expect(await screen.findByText('ada@example.com')).toBeVisible()
    expect(screen.getByRole('button', { name: 'User', hidden: true })).toBeInTheDocument()
  })

  test('the user menu opens by keyboard, and Escape returns the focus', async () => {
    const { user } = renderApp('/dashboard', server)
    const trigger = await screen.findByRole('button', { name: 'Ada' })
    trigger.focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus())
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'My Profile' })).toHaveFocus())
    expect(screen.getAllByRole('menuitem')).toHaveLength(2)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(trigger).toHaveFocus()
  })

  test('the theme is chosen at the foot of the navigation', async () => {
    const { user } = renderApp('/settings', server)
    await user.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    await user.click(screen.getByRole('radio', { name: 'System' }))
    expect(document.documentElement).not.toHaveAttribute('data-theme')
  })

  test('an unknown path keeps the navigation', async () => {
    renderApp('/nowhere', server)
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  })

  test("the name is 'User' when the settings cannot be loaded, which is only logged", async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const fetch = intercept(server.fetch, 'GET /api/admin/get-settings', () => envelope(500))
    renderApp('/dashboard', { ...server, fetch })
    await waitFor(() => expect(logged).toHaveBeenCalledWith('The settings could not be loaded.', expect.anything()))
    expect(await screen.findByRole('button', { name: 'User' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('the end of a session', () => {
  const openMenu = async (fetch = server.fetch) => {
    const { calls, fetch: recorded } = recording(fetch)
    const app = renderApp('/dashboard', { ...server, fetch: recorded })
    await app.user.click(await screen.findByRole('button', { name: 'Ada' }))
    return { ...app, calls }
  }

  test('Logout revokes and removes the token and opens sign-in', async () => {
    const { user, router } = await openMenu()
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))

    await screen.findByRole('heading', { name: 'Sign in' })
    expect(router.state.location.state).toEqual({})
    expect(localStorage.getItem('authToken')).toBeNull()
    const headers = { Authorization: `Bearer ${server.token}` }
    await waitFor(async () => {
      const response = await server.fetch(new Request('http://rapport.test/api/admin/get-settings', { headers }))
      expect(response.status).toBe(401)
    })
  })

  test('Logout does not wait for the server, whose refusals of other calls would count as an expired session', async () => {
    const response = Promise.withResolvers<Response>()
    const { user, router } = await openMenu(intercept(server.fetch, 'POST /api/admin/logout', () => response.promise))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))

    await screen.findByRole('heading', { name: 'Sign in' })
    expect(router.state.location.state).toEqual({})
    response.resolve(envelope(200))
  })

  test('Logout works without the extension, and then makes no call', async () => {
    await server.restart({ extensions: [] })
    const { user, calls } = await openMenu()
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))

    await screen.findByRole('heading', { name: 'Sign in' })
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(calls).not.toContain('POST /api/admin/logout')
  })

  test('Logout signs out here even if the server fails', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { user } = await openMenu(intercept(server.fetch, 'POST /api/admin/logout', () => envelope(500)))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))

    await screen.findByRole('heading', { name: 'Sign in' })
    expect(localStorage.getItem('authToken')).toBeNull()
    await waitFor(() => expect(logged).toHaveBeenCalledOnce())
  })

  test('a 401 opens sign-in with the reason, and returns to the screen afterwards', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { router } = renderApp('/User?range=all', { ...server, token: 'expired' })
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(screen.getByRole('status')).toHaveTextContent(
      'Your session has ended. Sign in to continue where you left off.',
    )
    expect(router.state.location.state).toEqual({ returnTo: '/User?range=all' })
    expect(localStorage.getItem('authToken')).toBeNull()
  })

  test('a 401 for an older token does not end the session that has begun since', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const newer = await server.signIn()
    const fetch = intercept(server.fetch, 'GET /api/admin/get-settings', () => {
      localStorage.setItem('authToken', newer)
      return envelope(401)
    })
    renderApp('/dashboard', { ...server, fetch })
    await waitFor(() => expect(logged).toHaveBeenCalled())
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(localStorage.getItem('authToken')).toBe(newer)
  })

  test('shows nothing of the first admin after another one signs in in another tab', async () => {
    const bea = await server.addAdmin({ email: 'bea@example.com', first_name: 'Bea' })
    const other = await server.signIn(bea)
    renderApp('/dashboard', server)
    await screen.findByRole('button', { name: 'Ada' })
    act(() => {
      localStorage.setItem('authToken', other)
      window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', oldValue: server.token, newValue: other }))
    })
    expect(await screen.findByRole('button', { name: 'Bea' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Ada' })).not.toBeInTheDocument()
  })
})
