import { positionChangesInput } from '@rapport/core/entities/positions/position.ts'
import { fieldMessagesOf } from '#server/domain/parse-input.ts'
import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createPositionsService } from './positions.service.ts'

export function positionsRoutes(route: ContractRoute, positions: ReturnType<typeof createPositionsService>): void {
  route.data('listPositions', 'The positions.', positions.list)

  route(
    'savePosition',
    async ({ body, headers }, caller) => ({
      message: body.id === undefined ? 'The position was added.' : 'The position was saved.',
      data: await positions.savePosition(caller, body, headers['If-Match']),
    }),
    { fieldMessages: fieldMessagesOf(positionChangesInput) },
  )

  route('deletePosition', positions.remove)
}
