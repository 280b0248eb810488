import type { FastifyInstance } from 'fastify'

/** For whoever watches over the process: `live` while it runs, `ready` while it can also reach its database. */
export function healthRoutes(app: FastifyInstance, reachDatabase: () => Promise<void>): void {
  const method = ['GET', 'HEAD']
  app.route({ method, url: '/health/live', handler: async () => ({ code: 200, message: 'Live.', data: null }) })
  app.route({
    method,
    url: '/health/ready',
    handler: async () => {
      await reachDatabase()
      return { code: 200, message: 'Ready.', data: null }
    },
  })
}
