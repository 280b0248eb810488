import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createTrashService } from './trash.service.ts'

export function trashRoutes(route: ContractRoute, trash: ReturnType<typeof createTrashService>): void {
  route.data('listTrash', 'The trash.', ({ query }, caller, _client, { signal }) =>
    trash.listTrash(caller, query, signal),
  )

  route('restoreTrash', async ({ body }, caller) => {
    const data = await trash.restoreTrash(caller, body)
    const { restored, conflicts, left } = data
    return { message: `${restored} restored, ${conflicts.length} in conflict, ${left} remaining.`, data }
  })

  route.data('purgeTrashItem', 'The item was purged.', ({ params, query }, caller) =>
    trash.purgeTrashItem(caller, params.id, query.reason),
  )

  route('emptyTrash', async ({ query }, caller) => {
    const data = await trash.emptyTrash(caller, query.reason)
    return { message: `${data.purged} purged, ${data.left} remaining.`, data }
  })
}
