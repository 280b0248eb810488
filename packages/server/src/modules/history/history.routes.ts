import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { HistoryService } from './history.service.ts'

export function historyRoutes(route: ContractRoute, history: HistoryService): void {
  route('listHistory', async ({ query }, caller, _client, { signal }) => ({
    message: 'The history.',
    data: await history.listHistory(caller, query, signal),
  }))
}
