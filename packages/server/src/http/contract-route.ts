import type { OperationAnswer, OperationInput, OperationSecurity } from '@rapport/core/contract-types.ts'
import { type Extension, type OperationId, operations } from '@rapport/core/operations.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#server/domain-error.ts'
import type { ResetHolder } from '#server/reset-holder.ts'
import type { SignedIn } from '#server/signed-in.ts'
import { inputReader, takesUpload } from './contract-validation.ts'
import { bearerToken, type Guards } from './guards.ts'

/** Who calls: whom the token belongs to that the contract asks for. */
type Caller<Id extends OperationId> = {
  none: undefined
  session: SignedIn
  reset: ResetHolder
}[OperationSecurity<Id>]

/** Where a request comes from: the client's address, or that of a proxy which is not known to speak for its clients. */
interface Origin {
  address: string
}

type Handler<Id extends OperationId> = (
  input: OperationInput<Id>,
  caller: Caller<Id>,
  origin: Origin,
) => Promise<OperationAnswer<Id>>

/** Gives an operation of the contract its handler; address, checks and guard follow from the contract. */
export type ContractRoute = <Id extends OperationId>(id: Id, handle: Handler<Id>) => void

interface ContractOptions {
  extensions: readonly Extension[]
  guards: Guards
}

const operationIds = Object.keys(operations).filter((id): id is OperationId => id in operations)

declare module 'fastify' {
  interface FastifyRequest {
    caller: SignedIn | ResetHolder | undefined
  }
  interface FastifyContextConfig {
    operation?: OperationId
  }
}

/**
 * Serves the contract under /api. `route` registers an operation; `refuseTheRest` lets those without a handler answer
 * 501 to whoever may call them. Operations of an extension that is off do not exist. A route under /api that is not of
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
    const { security } = operations[id]
    const isUpload = takesUpload(id)
    return async (request: FastifyRequest) => {
      if (security === 'none') return
      const token = bearerToken(request)
      if (security === 'reset') {
        request.caller = await guards.reset(token)
      } else {
        const caller = await guards.session(token)
        await guards.admit(caller, isUpload)
        request.caller = caller
      }
    }
  }

  const route: ContractRoute = (id, handle) => {
    const { extension } = operations[id]
    if (extension !== undefined && !extensions.includes(extension)) {
      handled.add(id)
      return
    }
    const read = inputReader(id, extensions)
    app.route({
      ...describe(id),
      onRequest: guard(id),
      handler: async (request: FastifyRequest<{ Querystring: Record<string, unknown> }>, reply) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guard has set it where the contract asks
        const caller = request.caller as Caller<typeof id>
        const { code = 200, ...answer } = await handle(read(request), caller, { address: request.ip })
        return reply.code(code).send({ code, ...answer })
      },
    })
  }

  function refuseTheRest(): void {
    for (const id of operationIds) {
      if (handled.has(id)) continue
      // Refused before the body is read: nobody here knows how to.
      app.route({ ...describe(id), onRequest: [guard(id), notImplemented], handler: notImplemented })
    }
  }

  return { route, refuseTheRest }
}

async function notImplemented(): Promise<never> {
  throw new DomainError('not_implemented', 'This server does not offer this yet.')
}
