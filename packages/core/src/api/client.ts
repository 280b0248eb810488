import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { paths } from '../generated/schema.ts'
import { MISSING_TOKEN } from '../text/messages.ts'
import { ApiError } from './api-error.ts'
import { calls } from './calls.ts'
import { operations, type Operation, type OperationId } from './operations.ts'
import type { Deviation } from './read/deviation.ts'

/** The typed client of the contract: `unwrap(api.GET('/api/admin/categories'))`. */
export type Api = Client<paths>

export interface ApiOptions {
  /** Origin of the server, such as `https://api.example.org`. The console's own origin when empty (browser only). */
  baseUrl: string
  fetch?: (request: Request) => Promise<Response>
  /** The session token, asked for at each call. */
  getToken: () => string | null | undefined
  /** The token of verify-otp, asked for at reset-password alone. */
  getResetToken?: () => string | null | undefined
  /** Told of the token that a session call was refused with (401), so that a newer one is not thrown away. */
  onUnauthorized?: (token: string) => void
  /** Told of everything in an answer that is not as the contract has it and was understood all the same. */
  onDeviation?: (deviation: Deviation) => void
  /** Milliseconds until a call is given up, its body included. 30,000 when left out. */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

const byRoute = new Map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
  (Object.entries(operations) as [OperationId, Operation][]).map(([id, operation]) => [
    `${operation.method} ${operation.path}`,
    { id, security: operation.security },
  ]),
)

/**
 * Makes the client that console and CLI share. A call that needs a token and has none is not made: it rejects with an
 * `ApiError` of kind `no_token` and the specification's text (section 8). Read answers through `unwrap`.
 */
export function createApi(options: ApiOptions): Api {
  const signals = new WeakMap<Request, readonly AbortSignal[]>()
  const api = createClient<paths>({
    baseUrl: options.baseUrl,
    Request: boundedRequest(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, signals),
    ...(options.fetch && { fetch: options.fetch }),
  })
  api.use(authenticate(options, signals))
  return api
}

/**
 * Requests with a latest end. Made so from the start: to give a request that there is already another signal is half of
 * what a call costs in Node.
 */
function boundedRequest(timeoutMs: number, signals: WeakMap<Request, readonly AbortSignal[]>): typeof Request {
  return class extends Request {
    constructor(input: Request | string | URL, init: RequestInit = {}) {
      const timeout = AbortSignal.timeout(timeoutMs)
      const given = init.signal ? [init.signal, timeout] : [timeout]
      const signal = AbortSignal.any(given)
      super(input, { ...init, signal })
      signals.set(this, [...given, signal])
    }
  }
}

function authenticate(
  { getToken, getResetToken, onUnauthorized, onDeviation }: ApiOptions,
  signals: WeakMap<Request, readonly AbortSignal[]>,
) {
  const sessionTokens = new WeakMap<Request, string>()
  // Held on to until the call is over: in Node a request forgets its signals once they are collected.
  const inFlight = new Map<Request, readonly AbortSignal[]>()
  return {
    onRequest({ request, schemaPath }) {
      const { id, security } = operationOf(request, schemaPath)
      const token = security === 'reset' ? getResetToken?.() : getToken()
      if (security !== 'none' && !token) {
        throw new ApiError('no_token', MISSING_TOKEN[security], { operation: id })
      }
      const held = signals.get(request) ?? []
      inFlight.set(request, held)
      // The latest end, for an answer that is not unwrapped or breaks off.
      held.at(-1)?.addEventListener('abort', () => inFlight.delete(request), { once: true })
      if (security !== 'none') request.headers.set('Authorization', `Bearer ${token}`)
      if (security === 'session' && token) sessionTokens.set(request, token)
      return request
    },
    onResponse({ request, response, schemaPath }) {
      const token = sessionTokens.get(request)
      calls.set(response, {
        operation: operationOf(request, schemaPath).id,
        onUnauthorized: () => token && onUnauthorized?.(token),
        onDeviation: (deviation) => onDeviation?.(deviation),
        onEnd: () => inFlight.delete(request),
      })
    },
    onError({ request }) {
      inFlight.delete(request)
    },
  } satisfies Middleware
}

function operationOf(request: Request, schemaPath: string) {
  const operation = byRoute.get(`${request.method} ${schemaPath}`)
  if (!operation) throw new TypeError(`The contract has no operation ${request.method} ${schemaPath}.`)
  return operation
}
