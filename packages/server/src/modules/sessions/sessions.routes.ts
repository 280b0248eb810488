import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createSessionsService } from './sessions.service.ts'

export function sessionsRoutes(route: ContractRoute, sessions: ReturnType<typeof createSessionsService>): void {
  route.data('listSessions', 'Your sessions.', (_, caller) => sessions.listSessions(caller))

  route.data('endSession', 'The session has ended.', ({ params }, caller) => sessions.endSession(caller, params.id))

  route.data('endOtherSessions', 'All other sessions have ended.', async (_, caller) => ({
    ended: await sessions.endOtherSessions(caller),
  }))
}
