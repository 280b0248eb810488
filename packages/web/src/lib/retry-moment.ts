import { ApiError } from '@rapport/core/api/api-error.ts'

const moments = new WeakMap<ApiError, number>()

/**
 * When the server takes another try after this failure, in milliseconds since 1970; 0 when it may be tried at once. It
 * counts from the first time that it is asked for.
 */
export function retryMoment(error: unknown): number {
  if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) return 0
  const moment = moments.get(error) ?? Date.now() + error.retryAfterSeconds * 1000
  moments.set(error, moment)
  return moment
}

/** Seconds until then. */
export function secondsToRetry(error: unknown): number {
  return Math.max(0, Math.ceil((retryMoment(error) - Date.now()) / 1000))
}
