import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createHistoryService } from './history.service.ts'

export function historyRoutes(route: ContractRoute, history: ReturnType<typeof createHistoryService>): void {
  route.data('listHistory', 'The history.', ({ query }, caller, _client, { signal }) =>
    history.listHistory(caller, query, signal),
  )
}
