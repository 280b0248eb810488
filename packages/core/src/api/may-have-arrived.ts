import type { ApiError } from './api-error.ts'

const NEVER_ARRIVED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** Whether the server may have done what was asked, although no proper answer says so. */
export function mayHaveArrived(error: ApiError): boolean {
  if (error.kind === 'network') return !NEVER_ARRIVED.has(causeCode(error))
  return error.kind === 'timeout' || error.kind === 'bad_response' || [502, 503, 504].includes(error.status ?? 0)
}

/** The system's code for a failed connection, such as ECONNREFUSED; empty if there is none. */
export function causeCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return ''
}
