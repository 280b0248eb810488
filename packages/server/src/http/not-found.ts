import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { sendStatus } from './error-handler.ts'

const METHODS: readonly HTTPMethod[] = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']

/**
 * Responds with 404 to an unknown path, and with 405 and Allow to a known one (RFC 9110, section 15.5.6). Wildcard
 * routes do not count as known.
 */
export function registerNotFound(app: FastifyInstance, maxParamLength: number): void {
  const routes: { url: string; methods: HTTPMethod[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.endsWith('*'))
      routes.push({ url, methods: METHODS.filter((candidate) => [method].flat().includes(candidate)) })
  })
  let router: ReturnType<typeof findMyWay> | undefined
  // Built at the first unknown path: Fastify does not expose its router, and a second one would delay every start.
  const loadRouter = () => {
    router ??= findMyWay({ maxParamLength })
    for (const { url, methods } of routes.splice(0)) router.on(methods, url, () => undefined)
    return router
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const knownRouter = loadRouter()
    const methods = METHODS.filter((method) => knownRouter.find(method, path) !== null)
    if (methods.length === 0) return sendStatus(404, request, reply)
    return sendStatus(405, request, reply.header('Allow', methods.join(', ')))
  })
}
