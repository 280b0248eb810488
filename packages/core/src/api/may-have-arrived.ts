import type { ApiError } from './api-error.ts'

const NEVER_ARRIVED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** Returns true if there is no readable response, but the server may have done the work. */
export function mayHaveArrived(error: ApiError): boolean {
  if (error.kind === 'network') return !NEVER_ARRIVED.has(causeCode(error))
  return error.kind === 'timeout' || error.kind === 'bad_response' || [502, 503, 504].includes(error.status ?? 0)
}

/** Returns the system's error code, such as ECONNREFUSED, or an empty string. */
export function causeCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return ''
}
