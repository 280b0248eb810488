import { freshServer } from '@rapport/server/fresh-server'
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'
import notice from '#ui/feedback/notice.module.css'

const FORGOT = 'POST /api/admin/forgot-password'
const VERIFY = 'POST /api/admin/verify-otp'
const RESET = 'POST /api/admin/reset-password'
const NEW_PASSWORD = 'a quite different passphrase'

const server = freshServer()
afterEach(() => vi.useRealTimers())

async function mailedCode(): Promise<string> {
  const mails = await server.sendDueMails()
  return /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
}

async function askForCode(user: UserEvent, email = server.admin.email) {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Send OTP' }))
  return screen.findByLabelText('One-time code')
}

const digits = () =>
  screen
    .getAllByLabelText(/^(One-time code|Digit)/)
    .map((box) => (box instanceof HTMLInputElement ? box.value : ''))
    .join('')

test('resets a password by the mailed code, and signs in with the new one', async () => {
  const { user, router } = renderApp('/forgotpassword', { fetch: server.fetch })
  const code = await askForCode(user)
  expect(router.state.location.pathname).toBe('/SendOTP')

  await user.type(code, await mailedCode())
  await user.type(await screen.findByLabelText('New password'), NEW_PASSWORD)
  expect(localStorage.getItem('resetToken')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Reset password' }))

  expect(await screen.findByRole('status')).toHaveTextContent('Your password has been changed.')
  expect(localStorage.getItem('resetToken')).toBeNull()
  expect(await screen.findByRole('heading', { name: 'Sign in' }, { timeout: 3000 })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue(server.admin.email)
  expect(await server.signIn({ email: server.admin.email, password: NEW_PASSWORD })).toBeTruthy()
})

describe('asking for a code', () => {
  test('requires an email address', async () => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = renderApp('/Forgotpassword', { fetch })
    await user.click(await screen.findByRole('button', { name: 'Send OTP' }))
    expect(await screen.findByText('Please enter your email address.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(calls).toEqual([])
  })

  test.each([
    ['a refusal without a message', () => envelope(500), 'Failed to send OTP. Please try again.'],
    [
      'a refusal with one',
      () => envelope(429, 'Too often.', { 'Retry-After': '30' }),
      'Too often. You can try again in 30 seconds.',
    ],
    ['no response', () => Promise.reject(new TypeError('Failed to fetch')), 'An error occurred. Please try again.'],
  ])('stays on the screen with the typed address after %s', async (_, respond, text) => {
    const { user } = renderApp('/Forgotpassword', { fetch: intercept(server.fetch, FORGOT, respond) })
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Send OTP' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
  })
})

describe('the one-time code', () => {
  test('redirects to the forgot-password page when there is no email address', async () => {
    const { router } = renderApp('/SendOTP', { fetch: server.fetch })
    await screen.findByRole('heading', { name: 'Forgot password' })
    expect(router.state.location.pathname).toBe('/Forgotpassword')
  })

  test('keeps the first six typed or pasted digits', async () => {
    const { user } = renderApp('/Forgotpassword', { fetch: server.fetch })
    const code = await askForCode(user)
    const verify = screen.getByRole('button', { name: 'Verify' })
    await user.type(code, '1a2-b3')
    expect(digits()).toBe('123')
    expect(verify).toBeDisabled()

    await user.click(code)
    await user.paste('Your code: 123 456.')
    expect(digits()).toBe('123456')
    expect(verify).toBeEnabled()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(code).toHaveAttribute('inputmode', 'numeric')
  })

  test('replaces the digit of the box that is clicked, and goes on to the next', async () => {
    const { user } = renderApp('/Forgotpassword', { fetch: server.fetch })
    await user.type(await askForCode(user), '123456')
    await user.click(screen.getByLabelText('Digit 3 of 6'))
    await user.keyboard('9')
    expect(digits()).toBe('129456')
    expect(screen.getByLabelText('Digit 4 of 6')).toHaveFocus()
  })

  test('asks for six digits when Enter is pressed with fewer', async () => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = renderApp('/Forgotpassword', { fetch })
    const code = await askForCode(user)
    await user.type(code, '123{Enter}')
    expect(await screen.findByText('Please enter the complete 6-digit OTP.')).toBeVisible()
    expect(calls).not.toContain(VERIFY)
  })

  test.each([
    ['a refusal without a message', () => envelope(400), 'Invalid OTP or verification failed.'],
    [
      'HTTP 200 with another code',
      () => Response.json({ code: 400, message: '' }),
      'Invalid OTP or verification failed.',
    ],
    ['a web page', () => new Response('<html>'), 'An error occurred during OTP verification.'],
    ['no response', () => Promise.reject(new TypeError('x')), 'An error occurred during OTP verification.'],
  ])('%s shows the text of the specification, and stores nothing', async (_, respond, text) => {
    const { user } = renderApp('/Forgotpassword', { fetch: intercept(server.fetch, VERIFY, respond) })
    const code = await askForCode(user)
    await user.type(code, '123456')
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(localStorage.getItem('resetToken')).toBeNull()
  })

  test('is sent again only after 59 seconds, which clears the digits and restarts the countdown', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { fetch, calls } = recording(server.fetch)
    const { user } = renderApp('/Forgotpassword', { fetch })
    const code = await askForCode(user)
    const resend = screen.getByRole('button', { name: /^Resend New Code/ })
    expect(resend).toHaveTextContent('Resend New Code in 59 s')
    expect(resend).toBeDisabled()
    await user.type(code, '12')

    await vi.advanceTimersByTimeAsync(58_000)
    await waitFor(() => expect(resend).toHaveTextContent('in 1 s'))
    expect(resend).toBeDisabled()
    await vi.advanceTimersByTimeAsync(1000)
    await waitFor(() => expect(resend).toBeEnabled())

    await user.click(resend)
    await waitFor(() => expect(resend).toHaveTextContent('in 59 s'))
    expect(digits()).toBe('')
    expect(await screen.findByRole('status')).toHaveTextContent('A new code is on its way.')
    expect(calls.filter((call) => call === FORGOT)).toHaveLength(2)
  })

  test('shows an error and keeps the digits when it cannot be sent again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    let failing = false
    const { user } = renderApp('/Forgotpassword', {
      fetch: async (request) =>
        failing && request.url.endsWith('forgot-password') ? envelope(500) : server.fetch(request),
    })
    const code = await askForCode(user)
    await user.type(code, '12')
    await vi.advanceTimersByTimeAsync(59_000)
    const resend = screen.getByRole('button', { name: 'Resend New Code' })
    await waitFor(() => expect(resend).toBeEnabled())
    failing = true
    await user.click(resend)
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to resend OTP.')
    expect(digits()).toBe('12')
    expect(resend).toBeEnabled()
  })
})

describe('without an email address', () => {
  /** Opens the screen with a blank email in the history entry. */
  const openWithBlank = async () => {
    const { fetch, calls } = recording(server.fetch)
    const { user, router } = renderApp('/signin', { fetch })
    await screen.findByRole('heading', { name: 'Sign in' })
    await act(() => router.navigate('/SendOTP', { state: { email: ' ' } }))
    return { user, calls, code: await screen.findByLabelText('One-time code') }
  }

  test('Verify says that the email address is missing, and makes no call', async () => {
    const { user, calls, code } = await openWithBlank()
    await user.type(code, '123456')
    expect(await screen.findByRole('alert')).toHaveTextContent('Email address is missing. Cannot verify OTP.')
    expect(calls).toEqual([])
  })

  test('Resend says that it is missing and makes no call', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { user, calls } = await openWithBlank()
    await vi.advanceTimersByTimeAsync(59_000)
    const resend = screen.getByRole('button', { name: 'Resend New Code' })
    await waitFor(() => expect(resend).toBeEnabled())
    await user.click(resend)
    expect(await screen.findByRole('alert')).toHaveTextContent('Email address is missing. Cannot resend OTP.')
    expect(calls).toEqual([])
  })
})

describe('the new password', () => {
  test('shows an error instead of the form when there is no reset token', async () => {
    renderApp('/reset-password', { fetch: server.fetch })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Invalid or missing reset token. Please try the forgot password process again.',
    )
    expect(screen.getByRole('link', { name: 'Send a new code' })).toHaveAttribute('href', '/Forgotpassword')
    expect(screen.queryByLabelText('New password')).toBeNull()
  })

  test.each([
    ['', 'Please enter a new password.'],
    ['12345', 'Password must be at least 6 characters long.'],
  ])('refuses “%s” without a call', async (typed, text) => {
    localStorage.setItem('resetToken', 'a token')
    const { fetch, calls } = recording(server.fetch)
    const { user } = renderApp('/reset-password', { fetch })
    const field = await screen.findByLabelText('New password')
    if (typed) await user.type(field, typed)
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(calls).toEqual([])
  })

  test('shows the password rule as a hint, and the error of the server once', async () => {
    const { user } = renderApp('/Forgotpassword', { fetch: server.fetch })
    await user.type(await askForCode(user), await mailedCode())
    const field = await screen.findByLabelText('New password')
    expect(field).toHaveAccessibleDescription(/8 characters or more/)
    await user.type(field, '7777777{Enter}')
    expect(await screen.findByText('Password must be at least 8 characters long.')).toBeVisible()
    expect(screen.getAllByText('Password must be at least 8 characters long.')).toHaveLength(1)
    expect(field).toHaveFocus()
    expect(field).toBeInvalid()
  })

  test('makes no call when the token is gone by the time of saving', async () => {
    localStorage.setItem('resetToken', 'a token')
    const { fetch, calls } = recording(server.fetch)
    const { user } = renderApp('/reset-password', { fetch })
    await user.type(await screen.findByLabelText('New password'), NEW_PASSWORD)
    localStorage.removeItem('resetToken')
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Reset token is missing. Cannot proceed.')
    expect(calls).toEqual([])
  })

  test.each([401, 403])('clears a token that is refused with %s, and links to a new code', async (status) => {
    localStorage.setItem('resetToken', 'a token')
    const { user } = renderApp('/reset-password', {
      fetch: intercept(server.fetch, RESET, () => envelope(status, 'Too late.')),
    })
    await user.type(await screen.findByLabelText('New password'), NEW_PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Too late.')
    expect(localStorage.getItem('resetToken')).toBeNull()
    expect(screen.getByRole('link', { name: 'Send a new code' })).toBeVisible()
  })

  test('keeps the token and the typed password after any other failure', async () => {
    localStorage.setItem('resetToken', 'a token')
    const { user } = renderApp('/reset-password', { fetch: intercept(server.fetch, RESET, () => envelope(503)) })
    const field = await screen.findByLabelText('New password')
    await user.type(field, NEW_PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred. Please try again.')
    expect(localStorage.getItem('resetToken')).toBe('a token')
    expect(field).toHaveValue(NEW_PASSWORD)
  })

  test.each([
    ['Too common a password.', []],
    ['Choose a password that you use nowhere else.', ['Choose a password that you use nowhere else.']],
  ])('shows each text once when the field is refused with the message “%s”', async (message, alerts) => {
    localStorage.setItem('resetToken', 'a token')
    const refusal = { code: 422, message, errors: { newPassword: 'Too common a password.' } }
    const { user } = renderApp('/reset-password', {
      fetch: intercept(server.fetch, RESET, () => Response.json(refusal, { status: 422 })),
    })
    const field = await screen.findByLabelText('New password')
    await user.type(field, NEW_PASSWORD)
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    const text = await screen.findByText('Too common a password.')
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Too common a password.'))
    expect(text.closest('[aria-live]')).not.toBeNull()
    expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(alerts)
  })

  test('shows a success message for 2 seconds, then opens sign-in', async () => {
    localStorage.setItem('resetToken', 'a token')
    const { user, router } = renderApp('/reset-password', {
      fetch: intercept(server.fetch, RESET, () => Response.json({ code: 200, message: '' })),
    })
    await user.type(await screen.findByLabelText('New password'), NEW_PASSWORD)
    const sent = performance.now()
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    expect(await screen.findByRole('status')).toHaveClass(notice['success'] ?? '')
    expect(router.state.location.pathname).toBe('/reset-password')
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'), { timeout: 3000 })
    expect(performance.now() - sent).toBeGreaterThanOrEqual(2000)
  })
})
