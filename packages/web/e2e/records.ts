import type { TestServer } from '@rapport/server/testing'
import type { Site } from './site.ts'

const tokens = new WeakMap<TestServer, Promise<string>>()

/** Adds a record by a POST to the API, as a form if a file is part of it, and answers its id. */
export async function add(site: Site, path: string, values: Record<string, string | number | File>): Promise<number> {
  const { server } = site
  const token = tokens.get(server) ?? server.signIn()
  tokens.set(server, token)
  const headers = new Headers({ Authorization: `Bearer ${await token}` })
  const isForm = Object.values(values).some((value) => value instanceof File)
  if (!isForm) headers.set('Content-Type', 'application/json')
  const body = isForm ? formOf(values) : JSON.stringify(values)
  const answer = await server.fetch(
    new Request(`${server.baseUrl}/api/admin/${path}`, { method: 'POST', headers, body }),
  )
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
  const { data }: { data?: { id?: number } } = await answer.json()
  return data?.id ?? 0
}

function formOf(values: Record<string, string | number | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value instanceof File ? value : String(value))
  return form
}
