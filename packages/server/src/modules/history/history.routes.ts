import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { HistoryService } from './history.service.ts'

export function historyRoutes(route: ContractRoute, history: HistoryService): void {
  route('listHistory', async ({ query }, { userId }, _client, { signal }) => ({
    message: 'The history.',
    data: await history.listHistory(query, { userId, signal }),
  }))
}
