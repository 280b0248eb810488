import type { Reachable, TestServer } from './start.ts'

/** A response with its parsed envelope. */
export interface CallResponse<Data = unknown> {
  status: number
  headers: Headers
  body: { code: number; message: string; data: Data; errors?: Record<string, string>; request_id?: string }
}

/** A call of a path of the API, with or without a token. A body that is not a form is sent as JSON. */
export type Call = <Data = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<CallResponse<Data>>

/** Signs an admin in, by default the first, and returns a `Call` with the token. */
export async function asAdmin(server: TestServer, admin?: { email: string; password: string }): Promise<Call> {
  return withToken(server, await server.signIn(admin))
}

export const anonymous = (server: Reachable): Call => withToken(server, undefined)

/** Signs in with a password; with two-factor authentication, the response has a challenge. */
export function login(server: Reachable, { email, password }: { email: string; password: string }) {
  return anonymous(server)<{ token: string; challenge: string }>('POST', '/api/admin/login', { email, password })
}

export function reachable(baseUrl: string): Reachable {
  return { baseUrl, fetch: (request) => fetch(request) }
}

export function withToken(server: Reachable, token: string | undefined): Call {
  return async (method, path, body, extraHeaders = {}) => {
    const headers = new Headers({ ...extraHeaders, ...(token !== undefined && { Authorization: `Bearer ${token}` }) })
    const isJson = body !== undefined && !(body instanceof FormData)
    if (isJson) headers.set('Content-Type', 'application/json')
    const init = { method, headers, ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }) }
    const response = await server.fetch(new Request(server.baseUrl + path, init))
    // The caller declares in `Data` what the response has.
    return { status: response.status, headers: response.headers, body: (await response.json()) as never }
  }
}
