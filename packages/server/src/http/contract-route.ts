import type { OperationAnswer, OperationInput, OperationSecurity } from '@rapport/core/api/contract-types.ts'
import { type Extension, type OperationId, operations } from '@rapport/core/api/operations.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'
import type { Origin } from '#server/domain/origin.ts'
import type { Principal, ResetPrincipal } from '#server/domain/principal.ts'
import { type FieldTexts, inputReader, takesForm } from './contract-validation.ts'
import { MACHINE_PREFIX } from '#server/security/token.ts'
import { assertScope, bearerToken, type Guards } from './guards.ts'
import { acceptForms, formReader } from './multipart.ts'
import { type StreamedAnswer, streamEnvelope } from './streamed-answer.ts'

/** The owner of the token that the contract asks for. */
type Caller<Id extends OperationId> = {
  none: undefined
  session: Principal
  reset: ResetPrincipal
}[OperationSecurity<Id>]

type DataOf<Answer> = Answer extends { data: infer Data } ? Data : never

type Handler<Id extends OperationId> = (
  input: OperationInput<Id>,
  caller: Caller<Id>,
  origin: Origin,
) => Promise<(OperationAnswer<Id> & { headers?: Record<string, string> }) | StreamedAnswer<DataOf<OperationAnswer<Id>>>>

/**
 * Gives an operation of the contract its handler; address, checks, guard and the kind of body follow from the contract.
 * `fieldTexts` words what is wrong with a field better than the contract can.
 */
export type ContractRoute = <Id extends OperationId>(
  id: Id,
  handle: Handler<Id>,
  fieldTexts?: FieldTexts,
  /** How long it may take until the last byte of the answer is out, where that is longer than for others. */
  answerMs?: number,
) => void

interface ContractOptions {
  extensions: readonly Extension[]
  guards: Guards
}

/** A form of the largest size has this long to come in over a slow line, and to be worked on. */
const FORM_MS = 90_000

const JSON_TYPE = 'application/json; charset=utf-8'

const operationIds = Object.keys(operations).filter((id): id is OperationId => id in operations)

declare module 'fastify' {
  interface FastifyRequest {
    caller: Principal | ResetPrincipal | undefined
  }
  interface FastifyContextConfig {
    operation?: OperationId
  }
}

/**
 * Serves the contract under /api. `route` registers an operation; `refuseTheRest` lets those without a handler answer
 * 501 to callers with the right token. Operations of an extension that is off do not exist. A route under /api that is not of
 * the contract cannot be registered, so none can be without its guard.
 */
export function contractRoutes(app: FastifyInstance, { extensions, guards }: ContractOptions) {
  const handled = new Set<OperationId>()
  app.decorateRequest('caller', undefined)
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/api') && config?.operation === undefined) {
      throw new Error(`${url} is under /api and not an operation of the contract.`)
    }
  })

  function describe(id: OperationId) {
    const { method, path } = operations[id]
    handled.add(id)
    return { method, url: path.replaceAll(/\{(\w+)\}/g, ':$1'), config: { operation: id } }
  }

  function guard(id: OperationId) {
    const { security, scopes } = operations[id]
    const isUpload = takesForm(id)
    return async (request: FastifyRequest) => {
      if (security === 'none') return
      const token = bearerToken(request)
      if (security === 'reset') {
        request.caller = await guards.reset(token, originOf(request))
      } else {
        const authenticate = token.startsWith(MACHINE_PREFIX) ? guards.machine : guards.session
        const caller = await authenticate(token, originOf(request))
        assertScope(caller, scopes)
        await guards.admit(caller, isUpload)
        request.caller = caller
      }
    }
  }

  const readForm = formReader()

  const route: ContractRoute = (id, handle, fieldTexts, answerMs) => {
    const { extension } = operations[id]
    if (extension !== undefined && !extensions.includes(extension)) {
      handled.add(id)
      return
    }
    const read = inputReader(id, extensions, fieldTexts)
    const isForm = takesForm(id)
    const options = {
      ...describe(id),
      onRequest: guard(id),
      ...(isForm && { handlerTimeout: FORM_MS }),
      ...(answerMs !== undefined && { handlerTimeout: answerMs }),
      handler: async (
        request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
        reply: FastifyReply,
      ): Promise<FastifyReply> => {
        const input = read(request, isForm ? await readForm(request) : request.body)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guard has set it where the contract asks
        const caller = request.caller as Caller<typeof id>
        const answer = await handle(input, caller, originOf(request))
        if ('batches' in answer) return reply.type(JSON_TYPE).send(await streamEnvelope(answer))
        const { code = 200, headers = {}, ...rest } = answer
        return reply
          .code(code)
          .headers(headers)
          .send({ code, ...rest })
      },
    }
    if (!isForm) app.route(options)
    else {
      app.register(async (scope) => {
        await acceptForms(scope)
        scope.route(options)
      })
    }
  }

  function refuseTheRest(): void {
    for (const id of operationIds) {
      if (handled.has(id)) continue
      // Refused before the body is read, which no handler here can do.
      app.route({ ...describe(id), onRequest: [guard(id), notImplemented], handler: notImplemented })
    }
  }

  return { route, refuseTheRest }
}

function originOf({ ip, id, headers }: FastifyRequest): Origin {
  return { address: ip, requestId: id, userAgent: headers['user-agent'] }
}

async function notImplemented(): Promise<never> {
  throw new DomainError('not_implemented', 'This server does not offer this yet.')
}
