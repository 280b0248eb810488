import * as answers from '../generated/answers.js'
import type { OperationId } from '../operations.ts'
import { ApiError } from './api-error.ts'
import { calls } from './calls.ts'

interface Answer {
  data?: unknown
  error?: unknown
  response: Response
}

/** What `data` of the envelope is, by the type of the whole answer. */
type DataOf<T> = T extends { data?: infer E }
  ? [NonNullable<E>] extends [never]
    ? never // the failed half of openapi-fetch's union: it never returns
    : NonNullable<E> extends { data?: infer D }
      ? D
      : undefined
  : never

interface Envelope {
  code: number
  message?: unknown
  data?: unknown
  errors?: unknown
  request_id?: unknown
}

const validators: Partial<Record<OperationId, answers.AnswerValidator>> = answers

/**
 * The `data` of an answer's envelope, or an `ApiError`. Success takes both an HTTP status of 2xx and a `code` of 200 or
 * 201 (specification, sections 3 and 7); whatever is outside the contract becomes a `bad_response`, never a crash.
 */
export async function unwrap<T extends Answer>(call: Promise<T>): Promise<DataOf<T>> {
  const { data, response, error, known } = await settled(call)
  known?.onEnd()
  const { operation } = known ?? {}
  const content = dataOf({ envelope: response.ok ? data : error, response, known })
  const validate = operation && validators[operation]
  if (validate && !validate(content)) throw outside(validate.errors, { operation, status: response.status })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the validator has just checked what the type says
  return content as DataOf<T>
}

type Known = ReturnType<typeof calls.get>

/** An answer that has come, with what the client knows of its call: to be told when it is read. Rejects with an `ApiError`. */
async function settled<T extends Answer>(call: Promise<T>): Promise<T & { known: Known }> {
  const answer = await call.catch((cause: unknown) => {
    throw toApiError(cause)
  })
  const known = calls.get(answer.response)
  return { ...answer, known }
}

interface Opened {
  envelope: unknown
  response: Response
  known: Known
}

/** The envelope's data, which nobody has checked yet; throws `ApiError` where it holds none. */
function dataOf({ envelope, response, known }: Opened): unknown {
  const operation = known?.operation
  const code = isEnvelope(envelope) ? envelope.code : undefined
  if (response.status === 401 || code === 401) known?.onUnauthorized()
  if (!response.ok || (code !== undefined && code !== 200 && code !== 201)) {
    throw refusal(response, isEnvelope(envelope) ? envelope : undefined, operation)
  }
  if (isEnvelope(envelope)) return envelope.data
  const details = { operation, status: response.status }
  throw new ApiError('bad_response', 'The answer is not the envelope of the contract.', details)
}

/** Data that is none of the contract's. */
function outside(
  problems: answers.AnswerValidator['errors'] | undefined,
  details: { operation: OperationId; status: number },
): ApiError {
  const [problem] = problems ?? []
  const where = `data${problem?.instancePath ?? ''} ${problem?.message ?? ''}`
  return new ApiError('bad_response', `The answer is outside the contract: ${where}.`, details)
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number'
}

function refusal(response: Response, envelope: Envelope | undefined, operation: OperationId | undefined): ApiError {
  const status = response.ok && envelope ? envelope.code : response.status
  const serverMessage = typeof envelope?.message === 'string' && envelope.message !== '' ? envelope.message : undefined
  return new ApiError('status', serverMessage ?? `The server answered with status ${status}.`, {
    operation,
    status,
    serverMessage,
    fields: textsOf(envelope?.errors),
    requestId: typeof envelope?.request_id === 'string' ? envelope.request_id : undefined,
    retryAfterSeconds: retryAfter(response),
  })
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The seconds to wait that an answer names, in either form of its header (RFC 9110, section 10.2.3). */
export function retryAfter(response: Pick<Response, 'headers'>): number | undefined {
  const value = response.headers.get('Retry-After')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

/** Why a call gave no answer that can be read. */
function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  if (cause instanceof SyntaxError) return new ApiError('bad_response', 'The answer is not JSON.', { cause })
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'TimeoutError') return new ApiError('timeout', 'The server did not answer in time.', { cause })
  if (name === 'AbortError') return new ApiError('aborted', 'The call was given up.', { cause })
  return new ApiError('network', 'The server could not be reached.', { cause })
}
