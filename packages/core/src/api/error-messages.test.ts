import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { messageFor, type MessageKey } from './error-messages.ts'

const refusal = (status: number, serverMessage?: string) => new ApiError('status', 'x', { status, serverMessage })
const unreachable = new ApiError('network', 'x')

describe('messageFor', () => {
  it('prefers the message of the server', () => {
    expect(messageFor('listUsers', refusal(500, 'Database is resting.'))).toBe('Database is resting.')
  })

  // The table of the specification, section 8.
  it.each<[MessageKey, string]>([
    ['login', 'Login failed. Please try again.'],
    ['forgotPassword', 'Failed to send OTP. Please try again.'],
    ['verifyOtp', 'Invalid OTP or verification failed.'],
    ['resendOtp', 'Failed to resend OTP.'],
    ['listUsers', 'Failed to fetch users.'],
    ['deleteUser', 'Failed to delete user.'],
    ['listCategories', 'Failed to fetch categories.'],
    ['deleteCategory', 'Failed to delete category.'],
    ['listPositions', 'Failed to fetch positions.'],
    ['savePosition', 'Failed to add/update position'],
    ['getSettings', 'Failed to fetch settings'],
    ['updateSettings', 'Failed to update profile'],
    ['listProducts', 'Failed to fetch subscriptions.'],
    ['deleteProduct', 'Failed to delete subscription.'],
  ])('a refused %s says: %s', (messageKey, text) => {
    expect(messageFor(messageKey, refusal(500))).toBe(text)
  })

  it.each<[MessageKey, string]>([
    ['login', 'An error occurred during sign in.'],
    ['forgotPassword', 'An error occurred. Please try again.'],
    ['verifyOtp', 'An error occurred during OTP verification.'],
    ['resendOtp', 'Failed to resend OTP.'],
    ['listUsers', 'An error occurred while fetching users.'],
    ['deleteUser', 'An error occurred while deleting user.'],
  ])('a failed call of %s says: %s', (messageKey, text) => {
    for (const kind of ['network', 'timeout', 'bad_response'] as const) {
      expect(messageFor(messageKey, new ApiError(kind, 'x'))).toBe(text)
    }
    expect(messageFor(messageKey, new Error('unforeseen'))).toBe(text)
  })

  it.each([401, 403])('asks to log in again where categories and positions are refused with %i', (status) => {
    expect(messageFor('savePosition', refusal(status))).toBe('Authentication failed. Please log in again.')
    expect(messageFor('listCategories', refusal(status))).toBe('Authentication failed. Please log in again.')
    expect(messageFor('listUsers', refusal(status))).toBe('Failed to fetch users.')
    expect(messageFor('listCategories', unreachable)).toBe('An error occurred while fetching categories.')
  })

  it('keeps the text of a call without a token', () => {
    const missing = new ApiError('no_token', 'Authentication token not found. Please log in.')
    expect(messageFor('listUsers', missing)).toBe('Authentication token not found. Please log in.')
  })
})
