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
  /** There was no response, or one outside the contract. */
  failed: string
}

const GENERIC_MESSAGE = 'An error occurred. Please try again.'
const REFUSED_TOKEN_MESSAGE = 'Authentication failed. Please log in again.'

/** The specification's pattern, for operations that it does not have. */
const inPattern = (verb: string, gerund: string, object: string): Fallback => ({
  refused: `Failed to ${verb} ${object}.`,
  failed: `An error occurred while ${gerund} ${object}.`,
})

/** The specification's error messages (section 8). */
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
  getTwoFactor: inPattern('fetch', 'fetching', 'two-factor authentication'),
  startTwoFactor: inPattern('start', 'starting', 'the set-up'),
  confirmTwoFactor: inPattern('turn on', 'turning on', 'two-factor authentication'),
  renewRecoveryCodes: inPattern('renew', 'renewing', 'the recovery codes'),
  disableTwoFactor: inPattern('turn off', 'turning off', 'two-factor authentication'),
  listPasskeys: inPattern('fetch', 'fetching', 'passkeys'),
  startPasskey: inPattern('add', 'adding', 'the passkey'),
  addPasskey: inPattern('add', 'adding', 'the passkey'),
  removePasskey: inPattern('remove', 'removing', 'the passkey'),
  startPasskeySignIn: { refused: 'Login failed. Please try again.', failed: 'An error occurred during sign in.' },
  signInWithPasskey: { refused: 'Login failed. Please try again.', failed: 'An error occurred during sign in.' },
  startPasskeyConfirmation: { refused: GENERIC_MESSAGE, failed: GENERIC_MESSAGE },
  disablePassword: inPattern('turn off', 'turning off', 'the password'),
  listSessions: inPattern('fetch', 'fetching', 'sessions'),
  endSession: inPattern('end', 'ending', 'the session'),
  endOtherSessions: inPattern('end', 'ending', 'the other sessions'),
  listTokens: inPattern('fetch', 'fetching', 'tokens'),
  createToken: inPattern('create', 'creating', 'the token'),
  revokeToken: inPattern('revoke', 'revoking', 'the token'),
  listUsers: { refused: 'Failed to fetch users.', failed: 'An error occurred while fetching users.' },
  deleteUser: { refused: 'Failed to delete user.', failed: 'An error occurred while deleting user.' },
  setUserStatus: inPattern('change', 'changing', 'the status of the user'),
  getPersonFile: inPattern('fetch', 'fetching', 'the data of the user'),
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
  listTrash: inPattern('fetch', 'fetching', 'the trash'),
  restoreTrash: { refused: 'Failed to restore.', failed: 'An error occurred while restoring.' },
  purgeTrashItem: { refused: 'Failed to delete permanently.', failed: 'An error occurred while deleting permanently.' },
  emptyTrash: inPattern('empty', 'emptying', 'the trash'),
  listHistory: inPattern('fetch', 'fetching', 'the history'),
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

/** Returns the message to show for a failed call: the server's message, otherwise the specification's (section 8). */
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
