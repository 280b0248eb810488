import { ApiError } from './api-error.ts'
import type { OperationId } from './operations.ts'

/** Shown if a call needs a token and has none (specification, sections 5 and 8). */
export const MISSING_TOKEN_MESSAGES = {
  session: 'Authentication token not found. Please log in.',
  reset: 'Reset token is missing. Cannot proceed.',
} as const

/** The operation that failed. Sending a code again is the same call, but has its own messages. */
export type MessageKey = OperationId | 'resendOtp'

interface Fallback {
  /** The server responded, but not with success. */
  refused: string
  /** The server did not respond, or outside the contract. */
  failed: string
}

const GENERIC_MESSAGE = 'An error occurred. Please try again.'
const REFUSED_TOKEN_MESSAGE = 'Authentication failed. Please log in again.'

/** The specification's error messages (section 8). Those that it leaves open follow its pattern. */
const FALLBACKS: Record<MessageKey, Fallback> = {
  login: { refused: 'Login failed. Please try again.', failed: 'An error occurred during sign in.' },
  logout: { refused: 'Failed to log out.', failed: 'An error occurred while logging out.' },
  forgotPassword: { refused: 'Failed to send OTP. Please try again.', failed: GENERIC_MESSAGE },
  resendOtp: { refused: 'Failed to resend OTP.', failed: 'Failed to resend OTP.' },
  verifyOtp: {
    refused: 'Invalid OTP or verification failed.',
    failed: 'An error occurred during OTP verification.',
  },
  resetPassword: { refused: GENERIC_MESSAGE, failed: GENERIC_MESSAGE },
  getSettings: { refused: 'Failed to fetch settings', failed: 'An error occurred while fetching settings.' },
  updateSettings: { refused: 'Failed to update profile', failed: 'An error occurred while updating profile.' },
  verifyTwoFactor: { refused: 'Login failed. Please try again.', failed: 'An error occurred during sign in.' },
  confirmIdentity: { refused: GENERIC_MESSAGE, failed: GENERIC_MESSAGE },
  getTwoFactor: {
    refused: 'Failed to fetch two-factor authentication.',
    failed: 'An error occurred while fetching two-factor authentication.',
  },
  startTwoFactor: { refused: 'Failed to start the set-up.', failed: 'An error occurred while starting the set-up.' },
  confirmTwoFactor: {
    refused: 'Failed to turn on two-factor authentication.',
    failed: 'An error occurred while turning on two-factor authentication.',
  },
  renewRecoveryCodes: {
    refused: 'Failed to renew the recovery codes.',
    failed: 'An error occurred while renewing the recovery codes.',
  },
  disableTwoFactor: {
    refused: 'Failed to turn off two-factor authentication.',
    failed: 'An error occurred while turning off two-factor authentication.',
  },
  listSessions: { refused: 'Failed to fetch sessions.', failed: 'An error occurred while fetching sessions.' },
  endSession: { refused: 'Failed to end the session.', failed: 'An error occurred while ending the session.' },
  endOtherSessions: {
    refused: 'Failed to end the other sessions.',
    failed: 'An error occurred while ending the other sessions.',
  },
  listTokens: { refused: 'Failed to fetch tokens.', failed: 'An error occurred while fetching tokens.' },
  createToken: { refused: 'Failed to create the token.', failed: 'An error occurred while creating the token.' },
  revokeToken: { refused: 'Failed to revoke the token.', failed: 'An error occurred while revoking the token.' },
  listUsers: { refused: 'Failed to fetch users.', failed: 'An error occurred while fetching users.' },
  deleteUser: { refused: 'Failed to delete user.', failed: 'An error occurred while deleting user.' },
  listCategories: { refused: 'Failed to fetch categories.', failed: 'An error occurred while fetching categories.' },
  saveCategory: { refused: 'Failed to add/update category', failed: 'An error occurred while saving category.' },
  deleteCategory: { refused: 'Failed to delete category.', failed: 'An error occurred while deleting category.' },
  listPositions: { refused: 'Failed to fetch positions.', failed: 'An error occurred while fetching positions.' },
  savePosition: { refused: 'Failed to add/update position', failed: 'An error occurred while saving position.' },
  deletePosition: { refused: 'Failed to delete position.', failed: 'An error occurred while deleting position.' },
  listProducts: {
    refused: 'Failed to fetch subscriptions.',
    failed: 'An error occurred while fetching subscriptions.',
  },
  createProduct: { refused: 'Failed to save subscription.', failed: 'An error occurred while saving subscription.' },
  updateProduct: { refused: 'Failed to save subscription.', failed: 'An error occurred while saving subscription.' },
  deleteProduct: {
    refused: 'Failed to delete subscription.',
    failed: 'An error occurred while deleting subscription.',
  },
  listTrash: { refused: 'Failed to fetch the trash.', failed: 'An error occurred while fetching the trash.' },
  restoreTrash: { refused: 'Failed to restore.', failed: 'An error occurred while restoring.' },
  purgeTrashItem: { refused: 'Failed to delete permanently.', failed: 'An error occurred while deleting permanently.' },
  emptyTrash: { refused: 'Failed to empty the trash.', failed: 'An error occurred while emptying the trash.' },
  listHistory: { refused: 'Failed to fetch the history.', failed: 'An error occurred while fetching the history.' },
}

/** Operations whose 401 and 403 have a message of their own (section 8). */
const SHOWS_REFUSED_TOKEN: ReadonlySet<MessageKey> = new Set<MessageKey>([
  'listCategories',
  'saveCategory',
  'deleteCategory',
  'listPositions',
  'savePosition',
  'deletePosition',
])

/** Returns the message to show for a failed call: the server's message, or else the specification's (section 8). */
export function messageFor(messageKey: MessageKey, error: unknown): string {
  const { refused, failed } = FALLBACKS[messageKey]
  if (!(error instanceof ApiError)) return failed
  if (error.kind === 'no_token') return error.message
  if (error.kind !== 'status') return failed
  if (error.serverMessage) return error.serverMessage
  if ((error.status === 401 || error.status === 403) && SHOWS_REFUSED_TOKEN.has(messageKey))
    return REFUSED_TOKEN_MESSAGE
  return refused
}
