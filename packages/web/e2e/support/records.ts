import { withToken } from '@rapport/server/call'
import { formOf } from '@rapport/server/form'
import type { TestServer } from '@rapport/server/testing'
import type { Site } from './site.ts'

type Values = Record<string, string | number | File>

const tokens = new WeakMap<TestServer, string>()

/** Adds a record through the API and returns its id. A record with a file is sent as multipart form data. */
export async function add({ server }: Site, path: string, values: Values): Promise<number> {
  let response = await post(server, path, values)
  if (response.status === 401) {
    // The server keeps ten sessions per admin, so later sign-ins may have ended this one.
    tokens.delete(server)
    response = await post(server, path, values)
  }
  if (response.status >= 400) throw new Error(`${path} failed with ${response.status}: ${response.body.message}`)
  return response.body.data?.id ?? 0
}

async function post(server: TestServer, path: string, values: Values) {
  const token = tokens.get(server) ?? (await server.signIn())
  tokens.set(server, token)
  const isForm = Object.values(values).some((value) => value instanceof File)
  return withToken(server, token)<{ id?: number } | null>(
    'POST',
    `/api/admin/${path}`,
    isForm ? formOf(values) : values,
  )
}
