import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { paths } from '../generated/schema.ts'
import { MISSING_TOKEN } from '../text/error-messages.ts'
import { ApiError } from './api-error.ts'
import { callContexts } from './call-contexts.ts'
import { operations, type Operation, type OperationId } from './operations.ts'
import type { Deviation } from './read/deviation.ts'

/** The typed client of the contract: `unwrap(api.GET('/api/admin/categories'))`. */
export type Api = Client<paths>

export interface ApiOptions {
  /** Origin of the server, such as `https://api.example.org`. The console's own origin when empty (browser only). */
  baseUrl: string
  /** The signal aborts the request, its body included. */
  fetch?: (request: Request, init: { signal: AbortSignal }) => Promise<Response>
  /** What `fetch` is given; the platform's own when left out. */
  Request?: typeof Request
  /** The session token, read before each request. */
  getToken: () => string | null | undefined
  /** The token of verify-otp, read before reset-password only. */
  getResetToken?: () => string | null | undefined
  /** Called with the token that got a 401, so that a newer one is not thrown away. */
  onUnauthorized?: (token: string) => void
  /** Called with everything in a response that deviates from the contract and could still be read. */
  onDeviation?: (deviation: Deviation) => void
  /** Milliseconds until a request is aborted, its body included. 30,000 by default. */
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
 * Creates the client that console and CLI share. A request that needs a token and has none is not sent: it rejects with an
 * `ApiError` of kind `no_token` and the specification's text (section 8). Read responses through `unwrap`.
 */
export function createApi(options: ApiOptions): Api {
  const { baseUrl, fetch = globalThis.fetch, Request = globalThis.Request, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const api = createClient<paths>({
    baseUrl,
    Request,
    fetch: (request) => fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }),
  })
  api.use(authenticate(options))
  return api
}

function authenticate({ getToken, getResetToken, onUnauthorized, onDeviation }: ApiOptions): Middleware {
  return {
    onRequest({ request, schemaPath }) {
      const { id, security } = operationOf(request, schemaPath)
      if (security === 'none') return
      const token = security === 'reset' ? getResetToken?.() : getToken()
      if (!token) throw new ApiError('no_token', MISSING_TOKEN[security], { operation: id })
      request.headers.set('Authorization', `Bearer ${token}`)
    },
    onResponse({ request, response, schemaPath }) {
      const { id, security } = operationOf(request, schemaPath)
      callContexts.set(response, {
        operation: id,
        // Keeps the request as long as its answer: Node would forget the caller's signal while the body is read.
        onUnauthorized() {
          const token = request.headers.get('Authorization')?.replace('Bearer ', '')
          if (security === 'session' && token !== undefined) onUnauthorized?.(token)
        },
        onDeviation: (deviation) => onDeviation?.(deviation),
      })
    },
  }
}

function operationOf(request: Request, schemaPath: string) {
  const operation = byRoute.get(`${request.method} ${schemaPath}`)
  if (!operation) throw new TypeError(`The contract has no operation ${request.method} ${schemaPath}.`)
  return operation
}
