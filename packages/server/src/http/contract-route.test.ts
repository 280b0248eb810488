import { type OperationId, operations } from '@rapport/core/operations.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { withToken } from '#server/testing/call.ts'
import { obtainResetToken, resetPassword } from '#server/testing/reset.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import { contractRoutes } from './contract-route.ts'
import type { Guards } from './guards.ts'
import { createServer } from './server.ts'

const operationIds = Object.keys(operations).filter((id): id is OperationId => id in operations)
const guarded = operationIds.filter((id) => operations[id].security !== 'none')
const HOUR = 60 * 60 * 1000

const nobody = () => Promise.reject(new Error('nobody'))
const NOBODY = { session: nobody, reset: nobody, admit: nobody }

/** Tokens that open nothing, by what is wrong with them; each is made by a server that it could have been good for. */
const worthless: Record<string, (server: TestServer, pass: (ms: number) => void) => Promise<string>> = {
  'an empty header': async () => '',
  'a malformed token': async () => 'Bearer not-a-token',
  'a token of 10 kB': async () => `Bearer ${'a'.repeat(10_000)}`,
  'another scheme': async (server) => `Basic ${await server.signIn()}`,
  'a random token': async () => `Bearer ${'x'.repeat(43)}`,
  'a token beside the Bearer': async (server) => `Bearer ${await server.signIn()} x`,
  'a session idle for too long': async (server, pass) => {
    const token = await server.signIn()
    pass(HOUR + 1)
    return `Bearer ${token}`
  },
  'a session that is too old': async (server, pass) => {
    const token = await server.signIn()
    for (let hours = 0; hours < 12; hours += 0.5) {
      pass(HOUR / 2)
      await withToken(server, token)('GET', '/api/admin/get-settings')
    }
    return `Bearer ${token}`
  },
  'a session signed out': async (server) => {
    const token = await server.signIn()
    await withToken(server, token)('POST', '/api/admin/logout')
    return `Bearer ${token}`
  },
  'a session ended by a new password': async (server) => {
    const [token, other] = [await server.signIn(), await server.signIn()]
    const profile = { email: server.admin.email, first_name: 'Ada', last_name: 'Admin' }
    await withToken(server, other)('POST', '/api/admin/update-settings', { ...profile, password: 'quite a new one' })
    return `Bearer ${token}`
  },
  'a reset token that was used': async (server) => {
    const token = await obtainResetToken(server)
    await resetPassword(server, token, 'quite a new one')
    return `Bearer ${token}`
  },
  'a reset token that is too old': async (server, pass) => {
    const token = await obtainResetToken(server)
    pass(HOUR)
    return `Bearer ${token}`
  },
  'a deleted admin': async (server) => {
    const other = await server.addAdmin({ email: 'deleted@example.com' })
    const token = await server.signIn(other)
    await server.database.db.deleteFrom('users').where('id', '=', other.id).execute()
    return `Bearer ${token}`
  },
  'a demoted admin': async (server) => {
    const other = await server.addAdmin({ email: 'demoted@example.com' })
    const token = await server.signIn(other)
    await server.database.db.updateTable('users').set({ role: 'user' }).where('id', '=', other.id).execute()
    return `Bearer ${token}`
  },
}

function request(server: TestServer, id: OperationId, authorization?: string, query = ''): Request {
  const { method, path } = operations[id]
  const headers = new Headers(authorization === undefined ? {} : { Authorization: authorization })
  return new Request(`${server.baseUrl}${path.replace('{id}', '2')}${query}`, { method, headers })
}

describe('every operation of the contract', () => {
  it.each(operationIds)('%s has a route', async (id) => {
    await using server = await startTestServer()
    const response = await server.fetch(request(server, id))
    const expected = operations[id].security === 'none' ? [400, 501] : [401]
    expect(expected).toContain(response.status)
  })

  it('answers 501 to whoever may call it where nothing is built, before it reads the body', async () => {
    const app = createServer({ level: 'silent' })
    const person = { userId: 1, email: 'a@b', firstName: null, lastName: null, tokenHash: '' }
    const guards: Guards = {
      session: async (_, origin) => ({ ...person, origin }),
      reset: () => Promise.reject(new Error('nobody resets here')),
      admit: async () => undefined,
    }
    contractRoutes(app, { extensions: [], guards }).refuseTheRest()
    const headers = { authorization: `Bearer ${'x'.repeat(43)}`, 'content-type': 'multipart/form-data; boundary=x' }
    const response = await app.inject({ method: 'POST', url: '/api/admin/category', headers, payload: 'x' })
    expect(response.statusCode).toBe(501)
    expect(response.json()).toMatchObject({ code: 501, data: null })
  })
})

describe.each(Object.entries(worthless))('%s', (_, makeHeader) => {
  let server: TestServer
  let authorization: string
  beforeAll(async () => {
    let now = Date.now()
    server = await startTestServer({ clock: () => new Date(now), users: [{ first_name: 'Stays' }] })
    authorization = await makeHeader(server, (ms) => (now += ms))
    return () => server.close()
  })

  it.each(guarded)('is refused by %s', async (id) => {
    const response = await server.fetch(request(server, id, authorization))
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(await response.json()).toMatchObject({ code: 401, data: null })
    expect(
      await server.database.db.selectFrom('users').select('id').where('first_name', '=', 'Stays').execute(),
    ).toHaveLength(1)
  })
})

describe('a token', () => {
  it.each(guarded)('is not taken from the address by %s', async (id) => {
    await using server = await startTestServer()
    const token = await server.signIn()
    expect((await server.fetch(request(server, id, undefined, `?token=${token}&access_token=${token}`))).status).toBe(
      401,
    )
  })

  it('of a session is no reset token', async () => {
    await using server = await startTestServer()
    const answer = await withToken(server, await server.signIn())('POST', '/api/admin/reset-password', {
      newPassword: 'abcdefgh',
    })
    expect(answer.status).toBe(401)
  })
})

describe('contractRoutes', () => {
  it('lets no route under /api be that is not of the contract', () => {
    const app = createServer({ level: 'silent' })
    contractRoutes(app, { extensions: [], guards: NOBODY })
    expect(() => app.get('/api/admin/backdoor', () => 'open')).toThrow('not an operation of the contract')
  })

  it('does not compile with an unknown operation or an answer that is not of the contract', () => {
    const { route } = contractRoutes(createServer({ level: 'silent' }), {
      extensions: [],
      guards: NOBODY,
    })
    // @ts-expect-error -- no such operation
    expect(() => route('renameUser', async () => ({ message: '' }))).toThrow(TypeError)
    // @ts-expect-error -- the token is missing
    route('login', async () => ({ message: '', data: {} }))
    // @ts-expect-error -- an id is no date
    route('listUsers', async () => ({ message: '', data: { users: [{ id: new Date() }] } }))
  })
})
