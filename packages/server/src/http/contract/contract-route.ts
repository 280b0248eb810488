import type { OperationResponse, OperationInput, OperationSecurity } from '@rapport/core/api/contract-types.ts'
import { type Extension, type OperationId, operations, type Scope } from '@rapport/core/api/operations.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ClientInfo, Principal, ResetPrincipal } from '#server/domain/principal.ts'
import { SECOND } from '#server/domain/time.ts'
import { API_TOKEN_PREFIX } from '#server/security/token.ts'
import {
  assertDecodable,
  createContractValidator,
  headerNames,
  loadValidator,
  type FieldMessages,
  requestSchema,
  takesForm,
  withoutEmptyFiles,
} from './contract-validation.ts'
import { acceptForms, createFormReader } from './multipart.ts'
import { type StreamedResponse, streamEnvelope } from './streamed-response.ts'

/** The owner of the token that the operation requires. */
type Caller<Id extends OperationId> = {
  none: undefined
  session: Principal
  reset: ResetPrincipal
}[OperationSecurity<Id>]

type Handler<Id extends OperationId> = (
  input: OperationInput<Id>,
  caller: Caller<Id>,
  client: ClientInfo,
  request: Pick<FastifyRequest, 'signal'>,
) => Promise<(OperationResponse<Id> & { headers?: Record<string, string> }) | StreamedResponse>

type DataOf<Id extends OperationId> = OperationResponse<Id> extends { data: infer Data } ? Data : void

/** Registers the handler of an operation; path, validation, guard and kind of body come from the contract. */
type RegisterOperation = <Id extends OperationId>(id: Id, handle: Handler<Id>, options?: ContractRouteOptions) => void

export type ContractRoute = RegisterOperation & {
  /** Registers an operation whose message is always the same. */
  data: <Id extends OperationId>(
    id: Id,
    message: string,
    work: (...args: Parameters<Handler<Id>>) => Promise<DataOf<Id>>,
  ) => void
}

interface ContractRouteOptions {
  /** Replaces the validator's messages. */
  fieldMessages?: FieldMessages
  /** Milliseconds until the last byte of the response is sent. */
  handlerTimeout?: number
}

/** Each returns the owner of one kind of token, or throws `unauthorized`. */
interface Guards {
  session: (token: string, client: ClientInfo) => Promise<Principal>
  apiToken: (token: string, client: ClientInfo) => Promise<Principal>
  reset: (token: string, client: ClientInfo) => Promise<ResetPrincipal>
  /** Throws `too_many_requests` when a session or an admin exceeds a limit. */
  checkRequestRate: (caller: Principal, kind: 'read' | 'write' | 'upload') => Promise<void>
}

interface ContractOptions {
  extensions: readonly Extension[]
  guards: Guards
}

/** Enough for the largest form over a slow connection, and for processing its image. */
const FORM_HANDLER_TIMEOUT_MS = 90 * SECOND

const JSON_TYPE = 'application/json; charset=utf-8'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Principal | ResetPrincipal | undefined
  }
  interface FastifyContextConfig {
    operation?: OperationId
  }
}

/**
 * Serves the contract under /api; the returned function registers an operation. Operations of disabled extensions do
 * not exist. No other route under /api can be registered, so that none lacks its guard.
 */
export function createContractRoute(app: FastifyInstance, { extensions, guards }: ContractOptions): ContractRoute {
  app.decorateRequest('caller', undefined)
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/api') && config?.operation === undefined) {
      throw new Error(`${url} is under /api and not an operation of the contract.`)
    }
  })

  function guard(id: OperationId) {
    const { security, scopes, method } = operations[id]
    // The history records each download of a person's file.
    const isRead = method === 'GET' && id !== 'getPersonFile'
    const kind = takesForm(id) ? 'upload' : isRead ? 'read' : 'write'
    return async (request: FastifyRequest) => {
      if (security === 'none') return
      const token = bearerToken(request)
      if (security === 'reset') {
        request.caller = await guards.reset(token, toClientInfo(request))
      } else {
        const authenticate = token.startsWith(API_TOKEN_PREFIX) ? guards.apiToken : guards.session
        const caller = await authenticate(token, toClientInfo(request))
        assertScope(caller, scopes)
        await guards.checkRequestRate(caller, kind)
        request.caller = caller
      }
    }
  }

  const readForm = createFormReader()
  // Collected, since the multipart plugin is registered once, in the scope of all forms.
  const forms: RouteOptions[] = []
  app.register(async (scope) => {
    await acceptForms(scope)
    for (const options of forms) scope.route(options)
  })

  const route: RegisterOperation = (id, handle, { fieldMessages, handlerTimeout } = {}) => {
    const { method, path, extension } = operations[id]
    if (extension !== undefined && !extensions.includes(extension)) return
    const schema = requestSchema(id, extensions)
    const isForm = takesForm(id)
    const readHeaders = headerNames(id, extensions)
    const headersOf = ({ headers }: FastifyRequest) =>
      Object.fromEntries(readHeaders.map((name) => [name, headers[name.toLowerCase()]]))
    const options: RouteOptions = {
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operation: id },
      schema,
      validatorCompiler: createContractValidator(fieldMessages),
      onRequest: guard(id),
      preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
        await loadValidator()
        if (schema.querystring !== undefined) assertDecodable(request.raw.url ?? '')
        if (isForm) request.body = withoutEmptyFiles(id, await readForm(request, reply))
      },
      ...(isForm && { handlerTimeout: FORM_HANDLER_TIMEOUT_MS }),
      ...(handlerTimeout !== undefined && { handlerTimeout }),
      handler: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        const { params, body } = request
        // The query is ignored unless an enabled extension has a parameter, as in the plain specification.
        const query = schema.querystring === undefined ? {} : request.query
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validated by the schemas that the type is made from
        const input = { params, query, headers: headersOf(request), body } as OperationInput<typeof id>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guard has set it where the contract asks
        const caller = request.caller as Caller<typeof id>
        const response = await handle(input, caller, toClientInfo(request), request)
        if ('chunks' in response) return reply.type(JSON_TYPE).send(await streamEnvelope(response))
        const { code = 200, headers = {}, ...rest } = response
        return reply
          .code(code)
          .headers(headers)
          .send({ code, ...rest })
      },
    }
    if (isForm) forms.push(options)
    else app.route(options)
  }
  const data: ContractRoute['data'] = (id, message, work) =>
    route(id, async (...args) => {
      const response: object = { message, data: await work(...args) }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `data` is that of the operation
      return response as Awaited<ReturnType<Handler<typeof id>>>
    })
  return Object.assign(route, { data })
}

function toClientInfo({ ip, id, headers }: FastifyRequest): ClientInfo {
  return { ip, requestId: id, userAgent: headers['user-agent'] }
}

/** Tokens are 256 bits in base64url; API tokens have a prefix. */
const BEARER = /^Bearer +((?:rpt_)?[A-Za-z0-9_-]{43})$/i

/** Reads the Authorization header (RFC 6750, section 2.1). Throws `unauthorized`. */
function bearerToken(request: FastifyRequest): string {
  const { authorization } = request.headers
  if (authorization === undefined) {
    throw new DomainError('unauthorized', 'Authentication token not found. Please log in.')
  }
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined) throw new DomainError('unauthorized', 'Your session has ended. Please sign in again.')
  return token
}

/** Throws `forbidden` when an API token is not for the operation. */
function assertScope({ apiToken }: Principal, allowed: readonly Scope[] = []): void {
  if (apiToken === undefined || apiToken.scopes.some((scope) => allowed.includes(scope))) return
  const scopeNames = allowed.map((scope) => `“${scope}”`).join(' or ')
  const message =
    scopeNames === '' ? 'No token can do this. Please sign in.' : `This token lacks the scope ${scopeNames}.`
  throw new DomainError('forbidden', message, { reason: 'missing_scope' })
}
