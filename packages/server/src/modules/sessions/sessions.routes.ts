import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createSessionsService } from './sessions.service.ts'

export function sessionsRoutes(route: ContractRoute, sessions: ReturnType<typeof createSessionsService>): void {
  route('listSessions', async (_, caller) => ({ message: 'Your sessions.', data: await sessions.listSessions(caller) }))

  route('endSession', async ({ params }, caller) => {
    await sessions.endSession(caller, params.id)
    return { message: 'The session has ended.' }
  })

  route('endOtherSessions', async (_, caller) => {
    const ended = await sessions.endOtherSessions(caller)
    return { message: 'All other sessions have ended.', data: { ended } }
  })
}
