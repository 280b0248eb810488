import { createServer } from 'node:http'
import { setImmediate as setImmediatePromise } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { categoryEntity } from '../entities/categories/category-description.ts'
import { createClient } from './client.ts'
import { createRecord } from './records.ts'

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

it('names what was asked for if the settings cannot be read', async () => {
  const fetch = () => Promise.resolve(new Response(null, { status: 502 }))
  const client = createClient({ baseUrl: 'https://api.test', fetch, getToken: () => 't' })
  expect(await failureOf(client.offers('paging'))).toMatchObject({ operation: 'listUsers', status: 502 })
  expect(await failureOf(client.offers('trash'))).toMatchObject({ operation: 'listTrash' })
})

it('sends a category as a form with its file and without the fields that are undefined', async () => {
  let sentForm: FormData | undefined
  const client = createClient({
    baseUrl: 'https://api.test',
    getToken: () => 't',
    fetch: async (request) => {
      sentForm = await request.formData()
      return Response.json({ code: 200, message: 'ok', data: { id: 7, category_name: 'Trust' } })
    },
  })
  const category_image = new File(['x'], 'trust.png', { type: 'image/png' })
  await client.call('saveCategory', { body: { id: 7, category_name: 'Trust', category_image } })
  expect(sentForm?.get('id')).toBe('7')
  expect(sentForm?.get('category_name')).toBe('Trust')
  expect(sentForm?.get('category_image')).toMatchObject({ name: 'trust.png', type: 'image/png', size: 1 })

  await createRecord(client, categoryEntity, { category_name: 'Trust', category_image: undefined })
  expect(sentForm?.has('category_image')).toBe(false)
})

it('reads the token before anything is awaited, so that logging out can remove it at once', async () => {
  let token: string | null = 'a'
  let sentToken: string | null = null
  const client = createClient({
    baseUrl: 'https://api.test',
    getToken: () => token,
    fetch: async (request) => {
      sentToken = request.headers.get('Authorization')
      return Response.json({ code: 200, message: '' })
    },
  })
  const loggingOut = client.call('logout')
  token = null
  await loggingOut
  expect(sentToken).toBe('Bearer a')
})

it("replaces a signal by that of `with` or of the call: a bulk run's calls outlive Ctrl-C", async () => {
  const interrupted = AbortSignal.abort()
  const client = createClient({
    baseUrl: 'https://api.test',
    getToken: () => 't',
    signal: interrupted,
    fetch: async (_request, { signal }) => {
      signal.throwIfAborted()
      return Response.json({ code: 200, message: '', data: [] })
    },
  })
  const { signal } = new AbortController()
  expect(await failureOf(client.call('listProducts'))).toMatchObject({ kind: 'aborted' })
  expect(await client.call('listProducts', {}, { signal })).toEqual([])
  expect(await client.with({ signal }).call('listProducts')).toEqual([])
})

/** A server whose `get-settings` responds as `respond` says. Counts the requests. */
function settingsServer(respond: (count: number) => Response | Promise<Response>, options = {}) {
  const calls: string[] = []
  const client = createClient({
    baseUrl: 'https://api.test',
    getToken: () => 't',
    fetch: (request, { signal }) => {
      calls.push(new URL(request.url).pathname)
      return Promise.race([never(request, { signal }), respond(calls.length)])
    },
    ...options,
  })
  return { client, calls }
}

const settings = (extensions: string[]) =>
  Response.json({ code: 200, message: '', data: { email: 'a@b.c', extensions } })
const unavailable = () => Response.json({ code: 503, message: 'Later.' }, { status: 503 })

it('asks a server once for its extensions, whoever asks, and never takes them from another server', async () => {
  const { client, calls } = settingsServer(() => settings(['trash']))
  const other = settingsServer(() => settings([]))
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? client : client.with({})).offersOptional('trash')),
  )
  expect(new Set(answers)).toEqual(new Set([true]))
  expect(calls).toEqual(['/api/admin/get-settings'])
  expect(await other.client.offers('trash')).toBe(false)
})

it('remembers the extensions that a call of get-settings has returned', async () => {
  const { client, calls } = settingsServer((count) => settings(count === 1 ? ['trash'] : ['history']))
  await client.call('getSettings')
  expect([await client.offers('trash'), calls.length]).toEqual([true, 1])
  await client.call('getSettings')
  expect([await client.offers('trash'), await client.offers('history'), calls.length]).toEqual([false, true, 2])
})

it('remembers a failure for what is optional, and asks again for what is not', async () => {
  const { client, calls } = settingsServer((count) => (count === 1 ? unavailable() : settings(['versions'])))
  expect([await client.offersOptional('versions'), await client.offersOptional('versions')]).toEqual([false, false])
  expect(calls).toHaveLength(1)
  expect([await client.offers('versions'), await client.offersOptional('versions')]).toEqual([true, true])
  expect(calls).toHaveLength(2)
  const failing = settingsServer(unavailable)
  expect(await failureOf(failing.client.offers('versions'))).toMatchObject({ status: 503 })
})

it('asks again for what is optional ten seconds after a failure', async () => {
  const { client } = settingsServer((count) => (count === 1 ? unavailable() : settings(['versions'])))
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  expect(await client.offersOptional('versions')).toBe(false)
  vi.setSystemTime(Date.now() + 9_000)
  expect(await client.offersOptional('versions')).toBe(false)
  vi.setSystemTime(Date.now() + 2_000)
  expect(await client.offersOptional('versions')).toBe(true)
})

it('goes on asking for settings when the view that asked first has closed', async () => {
  const { client, calls } = settingsServer(() => settings(['trash']))
  const view = new AbortController()
  const closing = client.with({ signal: view.signal })
  const closed = closing.offers('trash')
  const waiting = client.offersOptional('trash')
  view.abort()
  expect(await closed).toBe(true)
  expect(await waiting).toBe(true)
  expect(calls).toHaveLength(1)
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
