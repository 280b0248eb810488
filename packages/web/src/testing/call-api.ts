import { withToken } from '@rapport/server/call'
import type { Reachable } from '@rapport/server/testing'

/** Calls the API directly, not through the console, and returns `data`. */
export async function callApi<Data = { id: number }>(
  server: Reachable & { token: string },
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
  body?: object,
): Promise<Data> {
  const [method = '', path = ''] = call.split(' ')
  return (await withToken(server, server.token)<Data>(method, `/api/admin/${path}`, body)).body.data
}
