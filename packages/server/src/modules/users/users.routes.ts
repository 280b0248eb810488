import { DOMAIN_STATUS } from '#server/domain/domain-error.ts'
import type { Principal } from '#server/domain/principal.ts'
import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import { STREAM_TIMEOUT_MS } from '#server/http/contract/streamed-response.ts'
import type { createUsersService } from './users.service.ts'

export function usersRoutes(
  route: ContractRoute,
  users: ReturnType<typeof createUsersService>,
  countTokenWrites: (caller: Principal, count: number) => void,
): void {
  route(
    'listUsers',
    async ({ query }, { userId }, _client, { signal }) => {
      const reader = { userId, signal }
      const message = 'The users.'
      const isPaged = query.page !== undefined || query.page_size !== undefined
      if (isPaged) return { message, data: await users.listPage(query, reader) }
      const { chunks, counts } = await users.listAll(query, reader)
      // The plain specification returns users only.
      const readOtherFields = Object.keys(query).length === 0 ? undefined : counts
      return { message, listName: 'users', chunks, readOtherFields }
    },
    { handlerTimeout: STREAM_TIMEOUT_MS },
  )

  route('deleteUser', async ({ params, query }, caller) => {
    const data = await users.deleteUser(caller, params.id, query)
    return data ? { message: 'The user was erased.', data } : { message: 'The user was deleted.' }
  })

  route('setUserStatus', async ({ body }, caller) => {
    // Each user leaves an event, and the request counts as one write already.
    countTokenWrites(caller, body.ids.length - 1)
    const results = await users.setUserStatus(caller, body)
    return {
      message: body.action === 'suspend' ? 'The users are suspended.' : 'The users are reactivated.',
      data: {
        results: results.map(({ id, refusal }) =>
          refusal ? { id, code: DOMAIN_STATUS[refusal.kind], message: refusal.message } : { id, code: 200 },
        ),
      },
    }
  })
}
