import { describe, expect, it } from 'vitest'
import { changePassword } from '#server/security/account.repo.ts'
import { passwordHasher } from '#server/security/password-hash.ts'
import { type Answer, asAdmin, withToken } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import { obtainResetToken, resetPassword } from '#server/testing/reset.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import { countingHasher } from '#server/testing/counting-hasher.ts'
import { HOUR, MINUTE, SECOND, stoppedClock } from '#server/testing/stopped-clock.ts'
import { wire, type WireRequest } from '#server/testing/network/wire.ts'

const LOGIN = '/api/admin/login'
const HERE = '203.0.113.1'

type Process = Pick<TestServer, 'from'>

async function tryIn(server: Process, email: string, password = 'wrong', address = HERE): Promise<Answer> {
  return withToken(server.from(address), undefined)('POST', LOGIN, { email, password })
}

async function failAt(server: Process, times: number, email: string, address: (index: number) => string = () => HERE) {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) {
    statuses.push((await tryIn(server, email, 'wrong', address(index))).status)
  }
  return statuses
}

const NEW_PASSWORD = 'quite a new passphrase'

/** The ways to one, the last of them as the operator's command does it. */
const NEW_PASSWORDS: Record<string, (server: TestServer) => Promise<unknown>> = {
  'in the settings': async (server) => {
    const profile = { email: server.admin.email, first_name: 'Ada', last_name: 'Admin', password: NEW_PASSWORD }
    return (await asAdmin(server))('POST', '/api/admin/update-settings', profile)
  },
  'by mail': async (server) => resetPassword(server, await obtainResetToken(server), NEW_PASSWORD),
  'by the operator': async ({ database, admin }) => {
    const passwordHash = await passwordHasher().hash(NEW_PASSWORD)
    return database.transaction((trx) => changePassword(trx, { userId: admin.id, passwordHash }))
  },
}

const times = <T>(count: number, one: T) => Array.from({ length: count }, () => one)

onEachEngine((start) => {
  describe('login', () => {
    it('refuses an account after five wrong passwords from one place, even the right one, for a quarter of an hour', async () => {
      const { clock, pass } = stoppedClock()
      await using server = await start({ clock })
      const { email, password } = server.admin
      expect(await failAt(server, 6, email)).toEqual([...times(5, 401), 429])
      const refused = await tryIn(server, email, password)
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 429, message: 'Too many tries. Please wait 15 minutes and try again.', data: null },
      })
      expect(refused.headers.get('Retry-After')).toBe('900')
      expect((await tryIn(server, email, password, '203.0.113.2')).status).toBe(200)
      pass(15 * MINUTE - SECOND)
      expect((await tryIn(server, email, password)).status).toBe(429)
      pass(SECOND)
      expect((await tryIn(server, email, password)).status).toBe(200)
    })

    it('says the same of an account that there is and one that there is not, in every answer', async () => {
      const { clock } = stoppedClock()
      await using server = await start({ clock })
      const answers = async (email: string) => {
        const seen: unknown[] = []
        for (let index = 0; index < 8; index += 1) {
          const { status, headers, body } = await tryIn(server, email, 'wrong', '203.0.113.9')
          const { 'x-request-id': _, date: __, ...rest } = Object.fromEntries(headers)
          seen.push({ status, headers: rest, body: { ...body, request_id: '' } })
        }
        return seen
      }
      expect(await answers(server.admin.email)).toEqual(await answers('unknown@example.com'))
    })

    it('does not count what succeeds, and starts over after a success', async () => {
      const { clock } = stoppedClock()
      await using server = await start({ clock })
      const { email, password } = server.admin
      for (let round = 0; round < 6; round += 1) {
        expect(await failAt(server, 3, email)).toEqual(times(3, 401))
        expect((await tryIn(server, email, password)).status).toBe(200)
      }
      for (let count = 0; count < 25; count += 1) expect((await tryIn(server, email, password)).status).toBe(200)
    })

    it('counts an e-mail address as one, however it is typed', async () => {
      await using server = await start()
      const typed = [
        'zoë@example.com',
        'ZOË@example.com',
        'zoë@EXAMPLE.com'.normalize('NFD'),
        'Zoë@Example.com',
        'zoË@e.x',
      ]
      for (const email of [...typed.slice(0, 4), 'zoË@example.com']) {
        expect((await tryIn(server, email)).status).toBe(401)
      }
      expect((await tryIn(server, 'zoë@example.com')).status).toBe(429)
    })

    it('refuses a place after twenty wrong passwords for whatever accounts, an IPv6 network as one', async () => {
      const { clock, pass } = stoppedClock()
      await using server = await start({ clock })
      const { email, password } = server.admin
      for (let index = 0; index < 20; index += 1) {
        expect((await tryIn(server, `unknown${index}@example.com`, 'wrong', `2001:db8:1:2::${index}`)).status).toBe(401)
      }
      expect((await tryIn(server, email, password, '2001:db8:1:2:ffff::1')).status).toBe(429)
      expect((await tryIn(server, email, password, '2001:db8:1:3::1')).status).toBe(200)
      pass(5 * MINUTE)
      expect((await tryIn(server, email, password, '2001:db8:1:2:ffff::1')).status).toBe(200)
    })

    it('slows down guesses at one account from everywhere, but not its owner at a known place', async () => {
      const { clock, pass } = stoppedClock()
      await using server = await start({ clock })
      const { email, password } = server.admin
      const home = '192.0.2.1'
      expect((await tryIn(server, email, password, home)).status).toBe(200)
      const fromEverywhere = (index: number) => `198.51.100.${index % 100}`
      const statuses = await failAt(server, 200, email, fromEverywhere)
      expect(statuses.filter((status) => status === 401)).toHaveLength(51)
      const refused = await tryIn(server, email, password, '192.0.2.2')
      expect(refused.status).toBe(429)
      expect(refused.headers.get('Retry-After')).toBe('30')
      expect((await tryIn(server, email, password, home)).status).toBe(200)

      pass(30 * SECOND)
      expect(await failAt(server, 3, email, fromEverywhere)).toEqual([401, 429, 429])
      pass(30 * SECOND)
      expect((await tryIn(server, email, password, '192.0.2.2')).status).toBe(200)
      pass(24 * HOUR)
      expect(await failAt(server, 5, email, (index) => `192.0.2.${index + 100}`)).toEqual(times(5, 401))
    })

    it.each(Object.entries(NEW_PASSWORDS))(
      'forgets the places of sign-ins with an old password: %s',
      async (_, change) => {
        const { clock, pass } = stoppedClock()
        await using server = await start({ clock })
        const { email, password } = server.admin
        const home = '192.0.2.1'
        expect((await tryIn(server, email, password, home)).status).toBe(200)
        await change(server)
        expect((await tryIn(server, email, password, '192.0.2.2')).status).toBe(401)
        // Fifty failures from everywhere, without the time that they take: no other count goes on for so long.
        const inTime = clock().getTime() + 23 * HOUR
        const { db } = server.database
        await db.updateTable('rate_limits').set({ hits: 50 }).where('resets_at', '>', inTime).execute()
        expect((await tryIn(server, email, 'wrong', '192.0.2.3')).status).toBe(401)
        expect((await tryIn(server, email, NEW_PASSWORD, home)).status).toBe(429)
        pass(30 * SECOND)
        expect((await tryIn(server, email, NEW_PASSWORD, home)).status).toBe(200)
        expect((await tryIn(server, email, 'wrong', '192.0.2.3')).status).toBe(401)
        expect((await tryIn(server, email, NEW_PASSWORD, '192.0.2.4')).status).toBe(429)
        expect((await tryIn(server, email, NEW_PASSWORD, home)).status).toBe(200)
      },
    )

    it('holds for all processes and over a restart', async () => {
      await using server = await start()
      const { email, password } = server.admin
      expect(await failAt(server, 3, email)).toEqual(times(3, 401))
      await using other = await server.another()
      expect(await failAt(other, 3, email)).toEqual([401, 401, 429])
      expect((await tryIn(server, email, password)).status).toBe(429)
    })
  })
})

describe('login', () => {
  it.each<[string, Partial<WireRequest>]>([
    ['as it is', {}],
    ['a query', { path: `${LOGIN}?x=1` }],
    ['a slash behind', { path: `${LOGIN}/` }],
    ['capitals', { path: '/api/admin/LOGIN' }],
    ['other capitals', { path: '/API/admin/login' }],
    ['two slashes', { path: '/api//admin/login' }],
    ['two slashes in front', { path: '//api/admin/login' }],
    ['a dot', { path: '/api/./admin/login' }],
    ['two dots', { path: '/api/x/../admin/login' }],
    ['an encoded dot', { path: '/api/%2e/admin/login' }],
    ['an encoded letter', { path: '/api/%61dmin/login' }],
    ['an encoded slash', { path: '/api/admin%2flogin' }],
    ['an encoded slash behind', { path: '/api/admin/login%2f' }],
    ['a parameter', { path: '/api/admin/login;x=1' }],
    ['a whole address', { path: `http://127.0.0.1${LOGIN}` }],
    ['HEAD', { method: 'HEAD' }],
    ['PUT that wants to be POST', { method: 'PUT', headers: { 'X-HTTP-Method-Override': 'POST' } }],
    ['another client by X-Forwarded-For', { headers: { 'X-Forwarded-For': '192.0.2.7' } }],
    ['another client by Forwarded', { headers: { Forwarded: 'for=192.0.2.7', 'X-Real-IP': '192.0.2.7' } }],
    [
      'another client by a network’s header',
      { headers: { 'CF-Connecting-IP': '192.0.2.7', 'True-Client-IP': '1.1.1.1' } },
    ],
    ['another host', { headers: { Host: 'other.example' } }],
    ['a request id', { headers: { 'X-Request-Id': '1' } }],
  ])('cannot be reached past its limit by another spelling of the request: %s', async (_, variant) => {
    const { passwords, hasher } = countingHasher()
    await using server = await startTestServer({ hasher })
    using connection = wire(await server.listen())
    const { email, password } = server.admin
    const login = (sent: string, { headers, ...other }: Partial<WireRequest> = {}) =>
      connection.exchange({
        method: 'POST',
        path: LOGIN,
        ...other,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ email, password: sent }),
      })
    for (let count = 0; count < 5; count += 1) expect((await login('wrong')).status).toBe(401)
    expect((await login(password, variant)).status).toBeOneOf([404, 405, 429])
    expect(passwords).toEqual(times(5, 'wrong'))
  })

  it.each([
    ['capitals', (email: string) => email.toUpperCase()],
    ['a decomposed accent', (email: string) => email.normalize('NFD')],
    ['a blank in front', (email: string) => ` ${email}`],
    ['a blank behind', (email: string) => `${email} `],
    ['a tab', (email: string) => `${email}\t`],
    ['a zero-width blank', (email: string) => `${email}\u200B`],
    ['a soft hyphen', (email: string) => email.replace('zoë', 'zo\u00ADë')],
    ['NUL', (email: string) => `${email}\0`],
    ['wide letters', (email: string) => email.replace('z', 'ｚ')],
    ['a letter that looks alike', (email: string) => email.replace('o', 'о')],
    ['a sign that is a letter in capitals', (email: string) => email.replace('k', '\u212A')],
    ['a dot', (email: string) => email.replace('@', '.@')],
    ['a plus', (email: string) => email.replace('@', '+x@')],
    ['brackets', (email: string) => `<${email}>`],
  ])('cannot be reached past its limit by another spelling of the e-mail: %s', async (_, spelled) => {
    await using server = await startTestServer()
    const { email, password } = await server.addAdmin({ email: 'zoë.k@example.com' })
    expect(await failAt(server, 5, email)).toEqual(times(5, 401))
    expect((await tryIn(server, spelled(email), password)).status).toBeOneOf([400, 401, 429])
  })

  it('goes by the client that a trusted proxy names, and by no other’s word', async () => {
    const proxy = '10.1.2.3'
    await using server = await startTestServer({ trustedProxies: ['10.0.0.0/8'] })
    const via = async (address: string, forwarded: string) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded }
      const body = JSON.stringify({ email: 'unknown@example.com', password: 'wrong' })
      const request = new Request(server.baseUrl + LOGIN, { method: 'POST', headers, body })
      return (await server.from(address).fetch(request)).status
    }
    for (let index = 0; index < 5; index += 1) expect(await via(proxy, '192.0.2.1')).toBe(401)
    expect(await via(proxy, '192.0.2.1')).toBe(429)
    // What the client itself has put before the address that the proxy added.
    expect(await via(proxy, '192.0.2.99, 192.0.2.1')).toBe(429)
    expect(await via(proxy, '192.0.2.2')).toBe(401)
    for (let index = 0; index < 5; index += 1) expect(await via('203.0.113.5', `192.0.2.${index}`)).toBe(401)
    expect(await via('203.0.113.5', '192.0.2.50')).toBe(429)
  })

  it('keeps none of the addresses that were typed', async () => {
    await using server = await startTestServer()
    await tryIn(server, 'typed@example.com', 'wrong', '192.0.2.77')
    await tryIn(server, server.admin.email, server.admin.password, '192.0.2.77')
    const { db } = server.database
    const rows = JSON.stringify([
      await db.selectFrom('rate_limits').selectAll().execute(),
      await db.selectFrom('known_addresses').selectAll().execute(),
    ])
    expect(rows).toContain('resets_at')
    expect(rows).not.toMatch(/typed|example|192\.0\.2/)
  })
})

onPostgres((start) => {
  it('checks five of two hundred wrong passwords that come at once', async () => {
    await using server = await start()
    const { email } = server.admin
    const answers = await Promise.all(Array.from({ length: 200 }, () => tryIn(server, email)))
    const counts = Object.groupBy(answers, ({ status }) => status)
    expect({ wrong: counts[401]?.length, refused: counts[429]?.length }).toEqual({ wrong: 5, refused: 195 })
  })

  it('would check far more by reading the count first and writing it then', async () => {
    await using server = await start()
    const { db } = server.database
    await db.insertInto('rate_limits').values({ key: 'naive', hits: 0, resets_at: 0 }).execute()
    const barrier = Promise.withResolvers<void>()
    let arrived = 0
    const tryNaively = async () => {
      const { hits } = await db
        .selectFrom('rate_limits')
        .select('hits')
        .where('key', '=', 'naive')
        .executeTakeFirstOrThrow()
      arrived += 1
      if (arrived === 50) barrier.resolve()
      await barrier.promise
      if (hits >= 5) return false
      await db
        .updateTable('rate_limits')
        .set({ hits: hits + 1 })
        .where('key', '=', 'naive')
        .execute()
      return true
    }
    const checked = await Promise.all(Array.from({ length: 50 }, tryNaively))
    expect(checked.filter(Boolean)).toHaveLength(50)
  })
})
