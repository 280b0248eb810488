import type { ContractRoute } from '#server/http/contract-route.ts'
import type { UsersService } from './users.service.ts'

export function usersRoutes(route: ContractRoute, users: UsersService): void {
  route('listUsers', async ({ query }) => ({
    message: 'The users.',
    data: Object.keys(query).length === 0 ? { users: await users.listAll() } : await users.listPage(query),
  }))

  route('deleteUser', async ({ params }, caller) => {
    await users.remove(caller, params.id)
    return { message: 'The user was deleted.' }
  })
}
