import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor, type MessageKey } from '@rapport/core/api/error-messages.ts'
import { formatDuration } from '@rapport/core/text/duration.ts'
import { OfflineError } from '#platform/offline-error.ts'

/** Returns the error message of a call, with the time to wait if the server names one. */
export function errorText(operation: MessageKey, error: unknown): string {
  const message = messageFor(operation, error)
  if (error instanceof OfflineError) return `${message} ${error.message}`
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return seconds ? `${message} You can try again in ${formatDuration(seconds)}.` : message
}

/** Returns the advice after a failure to load; undefined where trying again does not help, as after a refusal. */
export function retryHint(error: unknown): string | undefined {
  if (error instanceof OfflineError) return undefined
  if (error instanceof ApiError) {
    const { kind, status = 0, retryAfterSeconds } = error
    if (kind === 'no_token' || (kind === 'status' && status < 500) || retryAfterSeconds) return undefined
  }
  return 'Try again in a moment. If it keeps failing, check that the server is running.'
}
