import createFetchClient from 'openapi-fetch'
import { ApiError } from '../api/api-error.ts'
import type { OperationInput, OperationResponse } from '../api/contract-types.ts'
import { MISSING_TOKEN_MESSAGES } from '../api/error-messages.ts'
import { type Extension, operationIds, operations, type OperationId } from '../api/operations.ts'
import { type ReadData, type ReadOptions, readResponse, toApiError } from '../api/read-response.ts'
import type { Deviation } from '../api/read/deviation.ts'
import { DEFAULT_STORES, type Store } from '../api/stores.ts'

export interface RetryOptions {
  /** Whether to send the call again after its response was lost. Defaults to true for GET, PUT and DELETE. */
  isRepeatable?: boolean
  onRetry?: ((error: ApiError) => void) | undefined
}

/** Sends a call, and repeats it where that is safe. Throws an `ApiError` that names the operation. */
export type WithRetry = <Data>(
  operation: OperationId,
  send: () => Promise<Data>,
  options?: RetryOptions,
) => Promise<Data>

export interface ClientOptions {
  /** Origin of the server, such as `https://api.example.org`. Empty means the console's own origin. */
  baseUrl: string
  /** Sends a request. The signal also aborts the reading of the body. */
  fetch?: (request: Request, init: { signal: AbortSignal }) => Promise<Response>
  /** Returns the session token. Called before each request. */
  getToken: () => string | null | undefined
  /** Returns the token of verify-otp. Called only before reset-password. */
  getResetToken?: () => string | null | undefined
  /** Called on a 401 with the token that was sent, since a newer one may be stored by now. */
  onUnauthorized?: (token: string) => void
  /** Called for each value that deviates from the contract but could still be read. */
  onDeviation?: ((deviation: Deviation) => void) | undefined
  /** Milliseconds until a request is aborted, its body included. Defaults to 30,000. */
  timeoutMs?: number
  /** Repeats a call where that is safe. Defaults to sending each once. */
  withRetry?: WithRetry | undefined
  /** Aborts every call that has no signal of its own. */
  signal?: AbortSignal | undefined
  /** Creates the error of a call that the server does not offer. Without it, such a call is sent. */
  notOffered?: (extension: Extension) => Error
}

/** Options of one call. `strictList` reads a list that decides what is written. */
export interface CallOptions extends RetryOptions, ReadOptions {
  signal?: AbortSignal | undefined
  /** Whether the call may finish after the page is left. */
  keepalive?: boolean
}

/** What an operation takes: only the parts that it has, and those that it needs. */
export type CallInput<Id extends OperationId> = Partial<OperationInput<Id>>

/** What an operation returns after reading. */
export type CallResult<Id extends OperationId> =
  OperationResponse<Id> extends { data?: infer Data } ? ReadData<Data> : undefined

/**
 * Sends one operation of the contract and reads its response: `call('deleteUser', { params: { id } })`. Adds the token, repeats
 * the call where that is safe, and rejects with an `ApiError` that names the operation.
 */
export type Call = <Id extends OperationId>(
  operation: Id,
  input?: CallInput<Id>,
  options?: CallOptions,
) => Promise<CallResult<Id>>

const DEFAULT_TIMEOUT_MS = 30_000
/** How long a failed `get-settings` is remembered: a bulk operation must not ask before each record. */
const FAILURE_MS = 10_000
const LOWER_CASE = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** The connection to one server. `listRecords`, `saveRecord` and their neighbours take it as their first argument. */
export interface Client {
  call: Call
  /**
   * Returns true if the server offers the extension, as the latest `get-settings` with this token says. Rejects with an
   * `ApiError` if it cannot be read.
   */
  offers: (extension: Extension) => Promise<boolean>
  /** Like `offers`, for what makes a call safer or nicer: a server that cannot say counts as having no extensions. */
  offersOptional: (extension: Extension) => Promise<boolean>
  /** Returns the stores that the products are sold in, of a server that cannot say the default. */
  stores: () => Promise<readonly Store[]>
  /** Returns a connection to the same server with other options, such as a signal or without retries. */
  with: (changes: Partial<Omit<ClientOptions, 'baseUrl' | 'getToken'>>) => Client
}

/** The settings of the server: one request for all that ask at once, for each token. */
interface Memory {
  token?: string | null | undefined
  settings?: Promise<Settings> | undefined
  /** Asks with the options of the first client. */
  loadSettings?: () => Promise<Settings>
  /** When the latest request failed, after which optional extensions count as missing for a while. */
  failedAt?: number | undefined
}

/** Creates the client that the console and the tool share. Those of `with` share the memory too. */
export function createClient(clientOptions: ClientOptions, memory: Memory = {}): Client {
  const { baseUrl, fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = clientOptions
  const { getToken, getResetToken, onUnauthorized, onDeviation, withRetry, signal, notOffered } = clientOptions

  // oxlint-disable-next-line typescript/no-explicit-any -- `Call` types the operations
  const http = createFetchClient<any>({ baseUrl })

  const send = async (operation: OperationId, input: AnyInput, options: CallOptions) => {
    const { method, path, security, isMultipart } = operations[operation]
    const token = security === 'none' ? undefined : security === 'reset' ? getResetToken?.() : getToken()
    if (security !== 'none' && !token) throw new ApiError('no_token', MISSING_TOKEN_MESSAGES[security], { operation })
    const abort = abortAfter(timeoutMs, options.signal ?? signal)
    const { params, query, headers, body } = input
    const result = await http
      .request(LOWER_CASE[method], path, {
        params: { path: params, query, header: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) } },
        ...(isMultipart ? { body, bodySerializer: toFormData } : { body }),
        ...(options.keepalive && { keepalive: true }),
        fetch: (request: Request) => fetch(request, { signal: abort.signal }),
      })
      .catch((cause: unknown) => {
        throw toApiError(cause)
      })
      .finally(() => abort.end())
    return readResponse(
      result,
      {
        operation,
        // A 401 of login (wrong credentials) or of reset-password (its own token) does not end the session.
        onUnauthorized: () => security === 'session' && token && onUnauthorized?.(token),
        onDeviation(deviation) {
          onDeviation?.(deviation)
          options.onDeviation?.(deviation)
        },
      },
      options.strictList,
    )
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reader of the operation makes what the type says
  const call = (async (operation: OperationId, input: AnyInput = {}, options: CallOptions = {}) => {
    const { extension, security } = operations[operation]
    const token = getToken()
    if (notOffered && extension && security === 'session' && !(await offers(extension))) throw notOffered(extension)
    const sendOnce = () => send(operation, input, options)
    const data = await (withRetry ? withRetry(operation, sendOnce, options) : sendOnce())
    if (operation === 'getSettings')
      Object.assign(memory, { token, settings: Promise.resolve(data), failedAt: undefined })
    return data
  }) as Call

  // A view that closes must not abort what others wait for.
  const loadSettings = (memory.loadSettings ??= () => call('getSettings'))
  const settingsOf = async (token: string | null | undefined): Promise<Settings> => {
    if (memory.token !== token) Object.assign(memory, { token, settings: undefined, failedAt: undefined })
    const settings = (memory.settings ??= loadSettings())
    try {
      return await settings
    } catch (error) {
      if (memory.settings === settings) Object.assign(memory, { settings: undefined, failedAt: Date.now() })
      throw error
    }
  }
  const readOptional = async <Value>(read: (settings: Settings) => Value, fallback: Value): Promise<Value> => {
    const isRemembered = memory.failedAt !== undefined && Date.now() - memory.failedAt < FAILURE_MS
    if (isRemembered && memory.token === getToken()) return fallback
    return settingsOf(getToken()).then(read, (error: unknown) => {
      if (error instanceof ApiError && error.kind !== 'aborted') return fallback
      throw error
    })
  }
  const offers = async (extension: Extension) => {
    try {
      return (await settingsOf(getToken())).extensions?.includes(extension) ?? false
    } catch (error) {
      // Whoever asks for a list of users did not ask for settings.
      throw error instanceof ApiError ? error.ofOperation(readOperation(extension)) : error
    }
  }
  return {
    call,
    offers,
    offersOptional: (extension) => readOptional(({ extensions = [] }) => extensions.includes(extension), false),
    stores: () => readOptional(({ stores = DEFAULT_STORES }) => stores, DEFAULT_STORES),
    with: (changes) => createClient({ ...clientOptions, ...changes }, memory),
  }
}

/**
 * Creates a signal that aborts with the caller's, and after a time. A bulk operation does without the costs of
 * `AbortSignal.any`, and Node cannot collect this one while a body is read.
 */
function abortAfter(timeoutMs: number, caller: AbortSignal | undefined) {
  const controller = new AbortController()
  const follow = () => controller.abort(caller?.reason)
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  caller?.addEventListener('abort', follow)
  if (caller?.aborted) follow()
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', follow)
    },
  }
}

/** Returns the operation that an extension is about. */
function readOperation(extension: Extension): OperationId {
  if (extension === 'paging') return 'listUsers'
  return operationIds.find((id) => operations[id].extension === extension) ?? 'getSettings'
}

/** Omits undefined fields, and sends numbers as text. */
function toFormData(fields: Record<string, Blob | string | number | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}

type Settings = CallResult<'getSettings'>

interface AnyInput {
  params?: object
  query?: object
  headers?: object
  body?: object | undefined
}
