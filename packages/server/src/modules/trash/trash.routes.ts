import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createTrashService } from './trash.service.ts'

export function trashRoutes(route: ContractRoute, trash: ReturnType<typeof createTrashService>): void {
  route('listTrash', async ({ query }, caller, _client, { signal }) => ({
    message: 'The trash.',
    data: await trash.listTrash(caller, query, signal),
  }))

  route('restoreTrash', async ({ body }, caller) => {
    const data = await trash.restoreTrash(caller, body)
    const { restored, conflicts, left } = data
    return { message: `${restored} restored, ${conflicts.length} in conflict, ${left} remaining.`, data }
  })

  route('purgeTrashItem', async ({ params, query }, caller) => {
    await trash.purgeTrashItem(caller, params.id, query.reason)
    return { message: 'The item was purged.' }
  })

  route('emptyTrash', async ({ query }, caller) => {
    const data = await trash.emptyTrash(caller, query.reason)
    return { message: `${data.purged} purged, ${data.left} remaining.`, data }
  })
}
