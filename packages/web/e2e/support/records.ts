import type { TestServer } from '@rapport/server/testing'
import { toFormData } from '../../src/testing/call-api.ts'
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
  if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${await response.text()}`)
  const { data }: { data?: { id?: number } } = await response.json()
  return data?.id ?? 0
}

async function post(server: TestServer, path: string, values: Values): Promise<Response> {
  const token = tokens.get(server) ?? (await server.signIn())
  tokens.set(server, token)
  const headers = new Headers({ Authorization: `Bearer ${token}` })
  const isForm = Object.values(values).some((value) => value instanceof File)
  if (!isForm) headers.set('Content-Type', 'application/json')
  const body = isForm ? toFormData(values) : JSON.stringify(values)
  return server.fetch(new Request(`${server.baseUrl}/api/admin/${path}`, { method: 'POST', headers, body }))
}
