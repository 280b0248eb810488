import type { Reachable, TestServer } from './start.ts'

/** An answer with its envelope read. */
export interface Answer<Data = unknown> {
  status: number
  headers: Headers
  body: { code: number; message: string; data: Data; errors?: Record<string, string>; request_id?: string }
}

/** Calls an address of the API with a token; a body is sent as JSON unless it is a form. */
export type Call = <Data = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Data>>

/** Calls with the token of an admin who has just signed in, the first one unless another is named. */
export async function asAdmin(server: TestServer, admin?: { email: string; password: string }): Promise<Call> {
  return withToken(server, await server.signIn(admin))
}

export function withToken(server: Reachable, token: string | undefined): Call {
  return async (method, path, body, more = {}) => {
    const headers = new Headers({ ...more, ...(token !== undefined && { Authorization: `Bearer ${token}` }) })
    const isJson = body !== undefined && !(body instanceof FormData)
    if (isJson) headers.set('Content-Type', 'application/json')
    const init = { method, headers, ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }) }
    const response = await server.fetch(new Request(server.baseUrl + path, init))
    return { status: response.status, headers: response.headers, body: (await response.json()) as never }
  }
}
