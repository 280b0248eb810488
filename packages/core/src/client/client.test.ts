import { createServer } from 'node:http'
import { setImmediate as setImmediatePromise } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createClient } from './client.ts'

const { gc: collectGarbage } = globalThis as unknown as { gc: () => void }
const never = (_request: Request, { signal }: { signal: AbortSignal }): Promise<Response> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
const slow = createClient({ baseUrl: 'https://api.test', fetch: never, getToken: () => 't', timeoutMs: 50 })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

it('times out, and aborts with its caller, even after a garbage collection', async () => {
  const failure = failureOf(slow.call('listUsers'))
  const collecting = setInterval(collectGarbage, 5)
  onTestFinished(() => clearInterval(collecting))
  expect(await failure).toMatchObject({ kind: 'timeout' })
  const caller = new AbortController()
  const abandoned = failureOf(slow.call('listUsers', {}, { signal: caller.signal }))
  await setImmediatePromise()
  collectGarbage()
  caller.abort()
  expect(await abandoned).toMatchObject({ kind: 'aborted' })
})

it('aborts the reading of a body after a garbage collection', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":')
  }).listen(0)
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    fetch: (request, init) => fetch(request, init),
    getToken: () => 't',
    timeoutMs: 400,
  })
  const collecting = setInterval(collectGarbage, 5)
  onTestFinished(() => clearInterval(collecting))
  expect(await failureOf(client.call('listUsers'))).toMatchObject({ kind: 'timeout' })
  const caller = new AbortController()
  setTimeout(() => caller.abort(), 200)
  expect(await failureOf(client.call('listUsers', {}, { signal: caller.signal }))).toMatchObject({ kind: 'aborted' })
})

it('remembers extensions by token, and checks those of a call', async () => {
  const calls: string[] = []
  let token = 'a'
  const client = createClient({
    baseUrl: 'https://api.test',
    getToken: () => token,
    notOffered: (extension) => new Error(`no ${extension}`),
    fetch: async (request) => {
      calls.push(new URL(request.url).pathname)
      return Response.json({
        code: 200,
        message: '',
        data: { email: 'a@b.c', extensions: token === 'a' ? ['paging'] : ['trash'], items: [], total: 0 },
      })
    },
  })
  expect([await client.offers('paging'), await client.offers('trash')]).toEqual([true, false])
  await expect(client.call('listTrash')).rejects.toThrow('no trash')
  expect(calls).toEqual(['/api/admin/get-settings'])
  token = 'b'
  await client.call('listTrash')
  expect(calls).toEqual(['/api/admin/get-settings', '/api/admin/get-settings', '/api/admin/trash'])
})
