import type { FastifyInstance } from 'fastify'

/** Registers routes for monitoring: `live` says that the process runs, `ready` that it can serve requests. */
export function healthRoutes(app: FastifyInstance, assertReady: () => Promise<void>): void {
  const method = ['GET', 'HEAD']
  app.route({ method, url: '/health/live', handler: async () => ({ code: 200, message: 'Live.', data: null }) })
  app.route({
    method,
    url: '/health/ready',
    handler: async () => {
      await assertReady()
      return { code: 200, message: 'Ready.', data: null }
    },
  })
}
