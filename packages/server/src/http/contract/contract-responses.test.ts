import { type OperationId, operations } from '@rapport/core/api/operations.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { responseProblem, contractOperations } from '#server/testing/contract/contract.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

const operationIds = contractOperations.map(({ id }) => id)

const problemOf = async (id: OperationId, response: Response) =>
  responseProblem(id, response.status, await response.json())

const json = (body: string) => ({ body, headers: { 'Content-Type': 'application/json' } })

/** Bodies for all operations, of which GET gets the last. Those that may end the session come last. */
const bodies: Record<string, { body?: string | FormData; headers?: Record<string, string> }> = {
  'malformed JSON': json('{'),
  'too much': json(`"${'x'.repeat(70_000)}"`),
  'plain text': { body: 'x', headers: { 'Content-Type': 'text/plain' } },
  'a form': { body: new FormData() },
  'a list': json('[]'),
  'unknown fields': json('{"constructor":1}'),
  'no body': {},
}
const ids = ['99999', 'a', 'a'.repeat(2000), '%00', '%ff']
const queries = [
  '',
  '?page=1',
  '?page=0',
  '?search=%00',
  '?search=x&sort=-name',
  '?constructor=1',
  '?sort=name&sort=id',
]

describe('every response is as the contract describes it', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ users: [{ first_name: null, age: 30 }, { profile_completed: true }] })
    return () => server.close()
  })

  it.each(operationIds)('%s', async (id) => {
    const { method, path } = operations[id]
    const problems: Record<string, string> = {}
    for (const token of [undefined, 'x'.repeat(43), await server.signIn()]) {
      for (const target of path.includes('{id}') ? ids.map((recordId) => path.replace('{id}', recordId)) : [path]) {
        for (const query of method === 'GET' ? queries : ['']) {
          for (const [name, { body, headers }] of Object.entries(bodies)) {
            if (method === 'GET' && body !== undefined) continue
            const request = new Request(server.baseUrl + target + query, {
              method,
              headers: { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
              ...(body !== undefined && { body }),
            })
            const problem = await problemOf(id, await server.fetch(request))
            if (problem !== undefined) problems[`${name} to ${target.slice(0, 60)}${query} as ${token?.[0]}`] = problem
          }
        }
      }
    }
    expect(problems).toEqual({})
  })
})
