import { ApiError } from '@rapport/core/api/api-error.ts'
import { describeError, type CallContext } from '#cli/io/errors.ts'

/** What a check has found, and the next step where there is one. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  detail: string
  hint: string | null
}

/** The finding of a check that ended with an error. */
export function failedFinding(check: string, error: unknown, context?: CallContext): Finding {
  const { message, hint } = describeError(error, context).report
  // What was wanted of the call is beside the point here; what became of it is not.
  const isUnanswered = error instanceof ApiError && error.kind !== 'status' && error.kind !== 'no_token'
  return { check, status: 'failed', detail: isUnanswered ? error.message : message, hint }
}
