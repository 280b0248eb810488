import { describe, expect, it } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../client/client.ts'
import { ApiError } from './api-error.ts'

type Fetch = NonNullable<ClientOptions['fetch']>

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

function clientResponding(
  response: Response | (() => Response | Promise<Response>),
  options: Partial<ClientOptions> = {},
) {
  const requests: Request[] = []
  const fetch: Fetch = async (request) => {
    requests.push(request)
    return typeof response === 'function' ? response() : response
  }
  const client = createClient({ baseUrl: 'https://api.test', fetch, getToken: () => 'token-1', ...options })
  return { client, requests }
}

/** Never responds; the signal aborts it. */
const never: Fetch = (_request, { signal }) =>
  new Promise((_, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp)
  })

const slow = createClient({ baseUrl: 'https://api.test', fetch: never, getToken: () => 't', timeoutMs: 50 })

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}

const users = { code: 200, message: 'ok', data: { users: [{ id: 1 }] } }

const read = (client: Client) => client.call('listUsers')

describe('the client', () => {
  it('returns the data of a success', async () => {
    const { client } = clientResponding(json(users))
    expect(await client.call('listUsers')).toEqual({ users: [{ id: 1 }] })
  })

  it('accepts code 201 as a success and returns undefined without data', async () => {
    const { client } = clientResponding(json({ code: 201, message: 'saved' }, 201))
    const body = { product_id: 'p', name: 'P', price: 1 } as const
    expect(await client.call('createProduct', { body })).toBeUndefined()
  })

  it('distinguishes an unreachable server, a timeout and an abort by the caller', async () => {
    const unreachable = clientResponding(() => {
      throw new TypeError('fetch failed')
    })
    expect(await failureOf(unreachable.client.call('listUsers'))).toMatchObject({ kind: 'network' })

    expect(await failureOf(slow.call('listUsers'))).toMatchObject({ kind: 'timeout' })

    const caller = new AbortController()
    const abandoned = slow.call('listUsers', {}, { signal: caller.signal })
    caller.abort()
    expect(await failureOf(abandoned)).toMatchObject({ kind: 'aborted' })
  })
})

describe('a response', () => {
  it('reports the server message, the fields, the request id and the wait of a refusal', async () => {
    const body = { code: 429, message: 'Slow down.', errors: { email: 'bad', odd: 3 }, request_id: 'r-1' }
    const { client } = clientResponding(json(body, 429, { 'retry-after': '7' }))
    expect(await failureOf(read(client))).toMatchObject({
      kind: 'status',
      operation: 'listUsers',
      status: 429,
      serverMessage: 'Slow down.',
      fields: { email: 'bad' },
      requestId: 'r-1',
      retryAfterSeconds: 7,
    })
  })

  it('understands a Retry-After that is a date', async () => {
    const soon = new Date(Date.now() + 90_000).toUTCString()
    const { client } = clientResponding(json({ code: 503, message: '' }, 503, { 'retry-after': soon }))
    const { retryAfterSeconds } = await failureOf(read(client))
    expect(retryAfterSeconds).toBeGreaterThan(85)
    expect(retryAfterSeconds).toBeLessThanOrEqual(90)
  })

  it.each([
    ['0', undefined],
    ['a date in the past', -60],
    ['a date by the clock of the server', 30],
    ['9'.repeat(400), 366 * 24 * 3600],
  ])('takes a Retry-After of %s as a wait of %s seconds', async (header, seconds) => {
    // A clock that is a day ahead.
    const at = (offset: number) => new Date(Date.now() + 86_400_000 + offset * 1000).toUTCString()
    const isDate = header.startsWith('a date')
    const headers = { Date: at(0), 'Retry-After': isDate ? at(seconds ?? 0) : header }
    const { client } = clientResponding(json({ code: 503, message: '' }, 503, headers))
    expect((await failureOf(read(client))).retryAfterSeconds).toBe(seconds === -60 ? undefined : seconds)
  })

  it('reads a list of fields with their messages', async () => {
    const errors = [
      { field: 'name', message: 'Name is missing.' },
      { field: 'name', message: 'Name is short.' },
      { field: 'price', message: ['Price is missing.'] },
    ]
    const { client } = clientResponding(json({ code: 422, errors }, 422))
    expect(await failureOf(read(client))).toMatchObject({
      serverMessage: 'Name is missing.',
      fields: { name: 'Name is missing.', price: 'Price is missing.' },
    })
  })

  it('fails if no record of a list can be read', async () => {
    const { client } = clientResponding(() => json({ code: 200, message: 'ok', data: { users: [{ email: 'a@b' }] } }))
    expect(await failureOf(read(client))).toMatchObject({ kind: 'bad_response' })
    expect(await failureOf(client.call('listProducts'))).toMatchObject({ kind: 'bad_response' })
  })

  it.each([
    ['HTTP 200 with another code', () => json({ code: 422, message: 'No.' }), 422],
    ['an empty 401', () => new Response('', { status: 401 }), 401],
    [
      'an empty 500 with a content length',
      () => new Response(null, { status: 500, headers: { 'content-length': '0' } }),
      500,
    ],
    ['a 502 of HTML', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502],
    ['a code that is not a number', () => json({ code: 'E_DENIED', message: 'No.' }), 200],
    ['a failing status around a code of 200', () => json({ code: 200, message: 'ok', data: { users: [] } }, 500), 500],
  ])('takes %s as a refusal', async (_, respond, status) => {
    const { client } = clientResponding(respond)
    expect(await failureOf(read(client))).toMatchObject({ kind: 'status', status })
  })

  it.each([
    ['HTML', () => new Response('<html></html>', { status: 200 })],
    ['an empty 200', () => new Response('', { status: 200 })],
    ['a 204', () => new Response(null, { status: 204 })],
    ['an envelope whose data is a text', () => json({ code: 200, message: 'ok', data: 'none' })],
    ['a greeting without code and data', () => json({ message: 'Welcome.' })],
  ])('takes %s as a bad response', async (_, response) => {
    const { client } = clientResponding(response)
    expect(await failureOf(read(client))).toMatchObject({ kind: 'bad_response' })
  })
})

describe('a call', () => {
  it('sends the session token on session calls and none on public ones', async () => {
    const { client, requests } = clientResponding(() =>
      json({ code: 200, message: 'ok', data: { ...users.data, token: 't', reset_token: 'r' } }),
    )
    await client.call('listUsers')
    await client.call('login', { body: { email: 'a@b.c', password: 'x' } })
    await client.call('forgotPassword', { body: { email: 'a@b.c' } })
    await client.call('verifyOtp', { body: { email: 'a@b.c', otp: '123456' } })
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer token-1',
      null,
      null,
      null,
    ])
  })

  it('sends the reset token on reset-password', async () => {
    const { client, requests } = clientResponding(json({ code: 200, message: 'ok' }), {
      getResetToken: () => 'reset-1',
    })
    await client.call('resetPassword', { body: { newPassword: 'a new one' } })
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer reset-1')
  })

  it('makes no call without a token and says why', async () => {
    const { client, requests } = clientResponding(json(users), { getToken: () => null })
    const list = await failureOf(client.call('listUsers'))
    const reset = await failureOf(client.call('resetPassword', { body: { newPassword: 'a new one' } }))
    expect(list).toMatchObject({ kind: 'no_token', message: 'Authentication token not found. Please log in.' })
    expect(reset).toMatchObject({ kind: 'no_token', message: 'Reset token is missing. Cannot proceed.' })
    expect(requests).toHaveLength(0)
  })

  it('reports the refused token on a 401, by status or by code, but not for wrong credentials', async () => {
    const refused: string[] = []
    const onUnauthorized = (token: string) => refused.push(token)
    const byStatus = clientResponding(() => json({ code: 401, message: 'Expired.' }, 401), { onUnauthorized })
    await failureOf(byStatus.client.call('listUsers'))
    const byCode = clientResponding(() => json({ code: 401, message: 'Expired.' }), {
      onUnauthorized,
      getToken: () => 'token-2',
    })
    await failureOf(byCode.client.call('listUsers'))
    await failureOf(byStatus.client.call('login', { body: { email: 'a@b.c', password: 'x' } }))
    expect(refused).toEqual(['token-1', 'token-2'])
  })
})
