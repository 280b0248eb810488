import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createHistoryService } from './history.service.ts'

export function historyRoutes(route: ContractRoute, history: ReturnType<typeof createHistoryService>): void {
  route('listHistory', async ({ query }, caller, _client, { signal }) => ({
    message: 'The history.',
    data: await history.listHistory(caller, query, signal),
  }))
}
