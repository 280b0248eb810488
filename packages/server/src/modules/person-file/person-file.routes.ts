import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import { STREAM_TIMEOUT_MS } from '#server/http/contract/streamed-response.ts'
import type { createPersonFileService } from './person-file.service.ts'

export function personFileRoutes(
  route: ContractRoute,
  { getPersonFile }: ReturnType<typeof createPersonFileService>,
): void {
  route(
    'getPersonFile',
    async ({ params }, caller) => {
      const { events, file } = await getPersonFile(caller, params.id)
      const message = 'Everything that this system holds about the person.'
      return { message, listName: 'events', chunks: events, readOtherFields: () => file }
    },
    { handlerTimeout: STREAM_TIMEOUT_MS },
  )
}
