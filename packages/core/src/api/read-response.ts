import type { components } from '../generated/schema.ts'
import { ApiError } from './api-error.ts'
import type { OperationId } from './operations.ts'
import { collectDeviations, type Deviation, type ReportDeviation } from './read/deviation.ts'
import { type Envelope, readEnvelope } from './read/envelope.ts'
import { isId } from './read/fields.ts'
import { isObject } from './read/is-object.ts'
import type { TolerantRecord } from './read/records.ts'
import { responseReader, type ResponseReader, UnreadableResponseError } from './read/response-readers.ts'

interface FetchResult {
  data?: unknown
  error?: unknown
  response: Response
}

type UserList = components['schemas']['UserList']

/** The type of an operation's `data` after reading. */
export type ReadData<Data> = Data extends UserList
  ? Omit<Data, 'users'> & { users: TolerantRecord<components['schemas']['User']>[] }
  : Data extends (infer Item)[]
    ? TolerantRecord<Item>[]
    : Data extends { id: string | number }
      ? TolerantRecord<Data> | undefined
      : Data

export interface ReadOptions {
  /**
   * Whether an empty list must be `[]` or null in a successful envelope, and every record must have an id. For lists that
   * decide what is written: a wrong address must not look like an empty catalogue.
   */
  strictList?: boolean
  /** Called for each deviation in this response, after the client's own `onDeviation`. */
  onDeviation?: ((deviation: Deviation) => void) | undefined
}

/** A call whose response is read. */
interface CallContext {
  operation: OperationId
  onUnauthorized: () => void
  onDeviation: (deviation: Deviation) => void
}

/**
 * Returns the `data` of a response. A success has HTTP 2xx and a `code` of 200, 201 or none (specification, sections 3 and 7);
 * also another 2xx code for a deletion, 202 with a challenge for `login`, and 404 in an envelope for a list, which is empty.
 * Reports deviations that can be understood to `onDeviation`. A save returns undefined if the server returns less than the
 * record. Throws `ApiError`, a `bad_response` for other deviations.
 */
export function readResponse(
  { data, error, response }: FetchResult,
  callContext: CallContext,
  strictList = false,
): unknown {
  const { operation } = callContext
  const { report, deviations } = collectDeviations(operation)
  const reader = responseReader(operation)
  const context: ResponseContext = {
    ...callContext,
    response,
    body: response.ok ? data : error,
    reader,
    isDelete: reader.kind === 'delete',
    isLogin: operation === 'login',
  }
  const content = readContent(context, report, strictList)
  if (strictList) assertCompleteList(context, deviations())
  for (const deviation of deviations()) callContext.onDeviation(deviation)
  return content
}

interface ResponseContext extends CallContext, Omit<CallOutcome, 'operation'> {
  reader: ResponseReader
}

function readContent(context: ResponseContext, report: ReportDeviation, strictList: boolean): unknown {
  const { body, response, reader } = context
  const envelope = readEnvelope(body)
  if (response.status === 401 || envelope.code === 401) context.onUnauthorized()
  // Some servers return an empty list with a code of 404. A 404 without a code is a wrong address.
  if (reader.kind === 'list' && envelope.code === 404 && (response.ok || response.status === 404)) {
    if (strictList) throw notAListError(context)
    report({ field: 'code', value: 404, expected: 'a list' })
    return reader.read([], () => undefined)
  }
  assertSuccess(context, envelope)
  if (!isChallenge(context, envelope)) reportEnvelope(context, report)
  try {
    return reader.read(findData(context, envelope), report)
  } catch (cause) {
    if (!(cause instanceof UnreadableResponseError)) throw cause
    throw badResponse(context, `The response does not match the contract. ${cause.message}`, cause)
  }
}

/** Reports envelope fields that deviate from the contract. */
function reportEnvelope({ body, response }: ResponseContext, report: ReportDeviation): void {
  const isOk = (status: unknown) => status === 200 || status === 201
  if (!isOk(response.status)) report({ field: 'HTTP status', value: response.status, expected: '200 or 201' })
  if (!isObject(body)) return report({ field: 'envelope', value: body, expected: 'an object with code and message' })
  const { code, message } = body
  if (typeof code !== 'number') report({ field: 'code', value: code, expected: 'a number' })
  else if (!isOk(code)) report({ field: 'code', value: code, expected: '200 or 201' })
  if (typeof message !== 'string') report({ field: 'message', value: message, expected: 'a string' })
}

/** A response, and whether its call succeeds with codes other than 200 and 201. */
interface CallOutcome {
  response: Response
  body: unknown
  operation?: OperationId
  isDelete: boolean
  isLogin: boolean
}

/** Throws `ApiError` unless the response is a success (specification, sections 3 and 7). */
export function assertSuccess(outcome: CallOutcome, envelope: Envelope = readEnvelope(outcome.body)): void {
  const { code } = envelope
  const isPlain = code === undefined || code === 200 || code === 201
  const isDeleted = outcome.isDelete && code !== undefined && code >= 200 && code <= 299
  if (outcome.response.ok && (isPlain || isDeleted || isChallenge(outcome, envelope))) return
  throw statusError(outcome, envelope)
}

/** Returns true if the password was right and a two-factor code is required. */
function isChallenge({ isLogin, body }: CallOutcome, { code }: Envelope): boolean {
  const data = isObject(body) ? body['data'] : undefined
  return isLogin && code === 202 && isObject(data) && isId(data['challenge'])
}

/** Finds the data of a success: in the envelope, or the whole body if there is no envelope. */
function findData({ reader, response, body }: ResponseContext, { code }: Envelope): unknown {
  if (isObject(body) && body['data'] !== undefined) return body['data']
  if (code !== undefined) return reader.kind === 'list' ? listBesideCode(body) : undefined
  if (reader.kind === 'delete') return undefined
  if (body === undefined && response.status === 204 && (reader.kind === 'save' || reader.kind === 'other'))
    return undefined
  if (reader.kind === 'list' && body !== undefined && !(isObject(body) && 'message' in body)) return body
  if (reader.kind === 'save' && (body === null || Array.isArray(body) || (isObject(body) && isId(body['id']))))
    return body
  if (reader.kind === 'object' && isObject(body)) return body
  throw new UnreadableResponseError('It is not an envelope with a code and data.')
}

/** Some servers put the list next to the code, under its own name, instead of into `data`. */
function listBesideCode(body: unknown): unknown {
  const entries = Object.entries(isObject(body) ? body : {}).filter(([name]) => name !== 'message' && name !== 'errors')
  const lists = entries.filter(([, value]) => Array.isArray(value))
  return lists.length === 1 ? Object.fromEntries(lists) : undefined
}

function statusError({ response, operation }: CallOutcome, envelope: Envelope): ApiError {
  const { code, message, fields, requestId, reason } = envelope
  // `code` counts if it is 401 or a 2xx hides it, the HTTP status otherwise. NaN is a code that is not a number.
  const status = code === 401 || (response.ok && !Number.isNaN(code)) ? code : response.status
  return new ApiError('status', message ?? `The server responded with status ${status}.`, {
    operation,
    status,
    serverMessage: message,
    fields,
    requestId,
    reason,
    retryAfterSeconds: retryAfter(response),
  })
}

function assertCompleteList(context: ResponseContext, deviations: readonly { field: string }[]): void {
  const { body } = context
  const data = isObject(body) && 'data' in body ? body['data'] : body
  const list = isObject(data) ? Object.values(data).find((value) => Array.isArray(value)) : data
  const isFilled = Array.isArray(list) && list.length > 0
  const isEnvelope = isObject(body) && 'data' in body
  if (!isFilled && !(isEnvelope && (data === null || Array.isArray(list)))) throw notAListError(context)
  if (deviations.some(({ field }) => field === 'id'))
    throw badResponse(context, 'The response has a record without an id, so the list is incomplete.')
}

function notAListError(context: ResponseContext): ApiError {
  return badResponse(context, 'The response is not a list. The address may be wrong.')
}

function badResponse({ operation, response }: ResponseContext, message: string, cause?: unknown): ApiError {
  return new ApiError('bad_response', message, { operation, status: response.status, cause })
}

const MAX_RETRY_AFTER_S = 366 * 24 * 3600

/**
 * Returns the seconds of a Retry-After header, which is a number or a date (RFC 9110, section 10.2.3), measured by the server's
 * own clock. Undefined if it asks for no wait.
 */
export function retryAfter({ headers }: Pick<Response, 'headers'>): number | undefined {
  const value = headers.get('Retry-After') ?? ''
  const sentAt = Date.parse(headers.get('Date') ?? '') || Date.now()
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - sentAt) / 1000)
  return seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_S) : undefined
}

/** Converts an error from `fetch` or from reading the body. */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  if (cause instanceof SyntaxError) return new ApiError('bad_response', 'The response is not JSON.', { cause })
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'TimeoutError') return new ApiError('timeout', 'The server did not respond in time.', { cause })
  if (name === 'AbortError') return new ApiError('aborted', 'The request was cancelled.', { cause })
  return new ApiError('network', 'The server could not be reached.', { cause })
}
