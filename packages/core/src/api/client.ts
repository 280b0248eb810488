import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { paths } from '../generated/schema.ts'
import { ApiError } from './api-error.ts'
import { callContexts } from './call-contexts.ts'
import { MISSING_TOKEN_MESSAGES } from './error-messages.ts'
import { operations, type Operation, type OperationId } from './operations.ts'
import type { Deviation } from './read/deviation.ts'

/** The typed client of the contract: `unwrap(api.GET('/api/admin/categories'))`. */
export type Api = Client<paths>

export interface ApiOptions {
  /** Origin of the server, such as `https://api.example.org`. Empty means the console's own origin. */
  baseUrl: string
  /** Sends a request. The signal also aborts the reading of the body. */
  fetch?: (request: Request, init: { signal: AbortSignal }) => Promise<Response>
  /** Constructs the argument of `fetch`. Defaults to the platform's `Request`. */
  Request?: typeof Request
  /** Returns the session token. Called before each request. */
  getToken: () => string | null | undefined
  /** Returns the token of verify-otp. Called only before reset-password. */
  getResetToken?: () => string | null | undefined
  /** Called on a 401 with the token that was sent, since a newer one may be stored by now. */
  onUnauthorized?: (token: string) => void
  /** Called for each value that deviates from the contract but could still be read. */
  onDeviation?: (deviation: Deviation) => void
  /** Milliseconds until a request is aborted, its body included. Defaults to 30,000. */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

const operationsByRoute = new Map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
  (Object.entries(operations) as [OperationId, Operation][]).map(([id, operation]) => [
    `${operation.method} ${operation.path}`,
    { id, security: operation.security },
  ]),
)

/**
 * Creates the client that the console and the tool share. A request that needs a token and has none is not sent: it rejects
 * with an `ApiError` of kind `no_token` (specification, section 8). Read responses through `unwrap`.
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
      const { id, security } = findOperation(request, schemaPath)
      if (security === 'none') return
      const token = security === 'reset' ? getResetToken?.() : getToken()
      if (!token) throw new ApiError('no_token', MISSING_TOKEN_MESSAGES[security], { operation: id })
      request.headers.set('Authorization', `Bearer ${token}`)
    },
    onResponse({ request, response, schemaPath }) {
      const { id, security } = findOperation(request, schemaPath)
      callContexts.set(response, {
        operation: id,
        // Keeps a reference to the request; otherwise Node drops the caller's signal while the body is read.
        onUnauthorized() {
          const token = request.headers.get('Authorization')?.replace('Bearer ', '')
          // A 401 of login (wrong credentials) or of reset-password (its own token) does not end the session.
          if (security === 'session' && token !== undefined) onUnauthorized?.(token)
        },
        onDeviation: (deviation) => onDeviation?.(deviation),
      })
    },
  }
}

function findOperation(request: Request, schemaPath: string) {
  const operation = operationsByRoute.get(`${request.method} ${schemaPath}`)
  if (!operation) throw new TypeError(`The contract has no operation ${request.method} ${schemaPath}.`)
  return operation
}
