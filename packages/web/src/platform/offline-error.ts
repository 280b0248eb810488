import { ApiError } from '@rapport/core/api/api-error.ts'

/** The error of a call that failed because the browser is offline. */
export class OfflineError extends ApiError {
  constructor(cause: unknown) {
    super('network', 'The browser is offline.', { cause })
  }
}
