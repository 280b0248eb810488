import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor, type MessageKey } from '@rapport/core/api/error-messages.ts'
import { formatDuration } from '@rapport/core/text/duration.ts'

/** Returns the error message of a call, with the time to wait if the server names one. */
export function errorText(operation: MessageKey, error: unknown): string {
  const message = messageFor(operation, error)
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return seconds ? `${message} You can try again in ${formatDuration(seconds)}.` : message
}

/** The advice after a failure to load. */
export const RETRY_HINT = 'Try again in a moment. If it keeps failing, check that the server is running.'
