import type { FastifyInstance } from 'fastify'

/** For whoever watches over the process: `live` while it runs, `ready` while it can also reach its database. */
export function healthRoutes(app: FastifyInstance, reachDatabase: () => Promise<void>): void {
  app.get('/health/live', async () => ({ code: 200, message: 'Live.', data: null }))
  app.get('/health/ready', async () => {
    await reachDatabase()
    return { code: 200, message: 'Ready.', data: null }
  })
}
