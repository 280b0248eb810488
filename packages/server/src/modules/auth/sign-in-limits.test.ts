import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#server/domain/time.ts'
import { createPasswordHasher } from '#server/security/password-hash.ts'
import { login, withToken } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import { rawHttpClient, type RawRequest } from '#server/testing/network/raw-http-client.ts'
import { obtainResetToken, resetPassword } from '#server/testing/password-reset.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

const LOGIN = '/api/admin/login'
const HERE = '203.0.113.1'
const HOME = '192.0.2.1'
const fromEverywhere = (index: number) => `198.51.100.${index % 100}`

type Process = Pick<TestServer, 'from'>

const tryIn = (server: Process, email: string, password = 'wrong', address = HERE) =>
  login(server.from(address), { email, password })

async function failAt(server: Process, times: number, email: string, address: (index: number) => string = () => HERE) {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) {
    statuses.push((await tryIn(server, email, 'wrong', address(index))).status)
  }
  return statuses
}

const NEW_PASSWORD = 'quite a new passphrase'
const times = <T>(count: number, item: T) => Array.from({ length: count }, () => item)

onEachEngine(({ it }) => {
  describe('login', () => {
    it('refuses an account after five wrong passwords from one IP block, even the right one, for a quarter of an hour', async ({
      server,
    }) => {
      const { email, password } = server.admin
      expect(await failAt(server, 6, email)).toEqual([...times(5, 401), 429])
      const refused = await tryIn(server, email, password)
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 429, message: 'Too many attempts.', data: null },
      })
      expect(refused.headers.get('Retry-After')).toBe('900')
      expect((await tryIn(server, email, password, '203.0.113.2')).status).toBe(200)
      server.advance(15 * MINUTE - SECOND)
      expect((await tryIn(server, email, password)).status).toBe(429)
      server.advance(SECOND)
      expect((await tryIn(server, email, password)).status).toBe(200)
    })

    it('does not count successes, and starts over after one', async ({ server }) => {
      const { email, password } = server.admin
      for (let round = 0; round < 6; round += 1) {
        expect(await failAt(server, 3, email)).toEqual(times(3, 401))
        expect((await tryIn(server, email, password)).status).toBe(200)
      }
      for (let count = 0; count < 25; count += 1) expect((await tryIn(server, email, password)).status).toBe(200)
    })

    it('refuses an IP block after twenty wrong passwords for any accounts, an IPv6 network as one', async ({
      server,
    }) => {
      const { email, password } = server.admin
      for (let index = 0; index < 20; index += 1) {
        expect((await tryIn(server, `unknown${index}@example.com`, 'wrong', `2001:db8:1:2::${index}`)).status).toBe(401)
      }
      expect((await tryIn(server, email, password, '2001:db8:1:2:ffff::1')).status).toBe(429)
      expect((await tryIn(server, email, password, '2001:db8:1:3::1')).status).toBe(200)
      server.advance(5 * MINUTE)
      expect((await tryIn(server, email, password, '2001:db8:1:2:ffff::1')).status).toBe(200)
    })

    it('slows down guesses at one account from everywhere, but not its owner at a known IP block', async ({
      server,
    }) => {
      const { email, password } = server.admin
      expect((await tryIn(server, email, password, HOME)).status).toBe(200)
      const statuses = await failAt(server, 200, email, fromEverywhere)
      expect(statuses.filter((status) => status === 401)).toHaveLength(52)
      const refused = await tryIn(server, email, password, '192.0.2.2')
      expect(refused.status).toBe(429)
      expect(refused.headers.get('Retry-After')).toBe('30')
      expect((await tryIn(server, email, password, HOME)).status).toBe(200)

      server.advance(30 * SECOND)
      expect(await failAt(server, 3, email, fromEverywhere)).toEqual([401, 429, 429])
      server.advance(30 * SECOND)
      expect((await tryIn(server, email, password, '192.0.2.2')).status).toBe(200)
      server.advance(24 * HOUR)
      expect(await failAt(server, 5, email, (index) => `192.0.2.${index + 100}`)).toEqual(times(5, 401))
    })

    it('lets the owner in at a new IP block while a few strangers keep guessing', async ({ server }) => {
      const { email, password } = server.admin
      const strangers = (index: number) => `198.51.100.${index % 6}`
      await failAt(server, 50, email, fromEverywhere)
      for (let round = 0; round < 6; round += 1) {
        server.advance(15 * MINUTE)
        await failAt(server, 6, email, (index) => strangers(round + index))
      }
      server.advance(15 * MINUTE)
      expect(await failAt(server, 6, email, strangers)).toEqual([401, ...times(5, 429)])
      expect((await tryIn(server, email, password, HOME)).status).toBe(200)
    })

    it('counts the first attempts of many networks of one customer as one', async ({ server }) => {
      const { email, password } = server.admin
      await failAt(server, 50, email, fromEverywhere)
      const networks = (index: number) => `2001:db8:1:${index}::1`
      expect((await tryIn(server, email, 'wrong', networks(0))).status).toBe(401)
      server.advance(30 * SECOND)
      expect(await failAt(server, 3, email, (index) => networks(index + 1))).toEqual([401, 429, 429])
      expect((await tryIn(server, email, password, HOME)).status).toBe(200)
    })

    it('knows the IP block from which the password was reset', async ({ server }) => {
      const { email } = server.admin
      expect((await resetPassword(server.from(HOME), await obtainResetToken(server), NEW_PASSWORD)).status).toBe(200)
      expect((await failAt(server, 60, email, fromEverywhere)).at(-1)).toBe(429)
      expect((await tryIn(server, email, NEW_PASSWORD, '192.0.2.2')).status).toBe(429)
      expect((await tryIn(server, email, NEW_PASSWORD, HOME)).status).toBe(200)
    })

    it('knows the IP block from which the password was changed in the profile', async ({ server }) => {
      const { email } = server.admin
      const call = withToken(server.from(HOME), await server.signIn())
      const profile = { email, first_name: 'Ada', last_name: 'A', password: NEW_PASSWORD }
      expect((await call('POST', '/api/admin/update-settings', profile)).status).toBe(200)
      expect((await failAt(server, 60, email, fromEverywhere)).at(-1)).toBe(429)
      expect((await tryIn(server, email, NEW_PASSWORD, '192.0.2.2')).status).toBe(429)
      expect((await tryIn(server, email, NEW_PASSWORD, HOME)).status).toBe(200)
    })

    it('resets the counts and forgets known IP blocks with a new password', async ({ server }) => {
      const { email, password } = server.admin
      expect((await tryIn(server, email, password, HOME)).status).toBe(200)
      expect((await failAt(server, 6, email)).at(-1)).toBe(429)
      expect((await resetPassword(server, await obtainResetToken(server), NEW_PASSWORD)).status).toBe(200)
      expect((await tryIn(server, email, NEW_PASSWORD)).status).toBe(200)
      expect((await failAt(server, 52, email, fromEverywhere)).at(-1)).toBe(429)
      expect((await tryIn(server, email, NEW_PASSWORD, HOME)).status).toBe(429)
    })

    it('slows down a known IP block after a hundred failures in a row, and tells the owner by mail', async ({
      server,
    }) => {
      const { email, password } = server.admin
      const mails = async () => (await server.sendDueMails()).filter(({ to }) => to === email)
      expect((await tryIn(server, email, password)).status).toBe(200)
      for (let round = 0; round < 20; round += 1) {
        expect(await mails()).toEqual([])
        expect(await failAt(server, 5, email)).toEqual(times(5, 401))
        server.advance(15 * MINUTE)
      }
      expect(await mails()).toMatchObject([{ subject: 'Many failed sign-ins to your Rapport account' }])
      expect(await failAt(server, 2, email)).toEqual([401, 429])
      server.advance(30 * SECOND)
      expect((await tryIn(server, email, password)).status).toBe(200)
      expect(await failAt(server, 2, email)).toEqual([401, 401])
      expect(await mails()).toHaveLength(1)
    })

    it('is not locked by a clock that was 400 days ahead', async ({ server }) => {
      const { email, password } = server.admin
      server.advance(400 * 24 * HOUR)
      expect((await failAt(server, 6, email)).at(-1)).toBe(429)
      server.advance(-400 * 24 * HOUR)
      expect((await tryIn(server, email, password)).status).toBe(200)
    })

    it('applies its limits across processes and restarts', async ({ server }) => {
      const { email, password } = server.admin
      expect(await failAt(server, 3, email)).toEqual(times(3, 401))
      await using otherProcess = await server.startAnother()
      expect(await failAt(otherProcess, 3, email)).toEqual([401, 401, 429])
      expect((await tryIn(server, email, password)).status).toBe(429)
    })
  })
})

describe('login', () => {
  it.each<[string, Partial<RawRequest>]>([
    ['a query', { path: `${LOGIN}?x=1` }],
    ['capitals', { path: '/api/admin/LOGIN' }],
    ['an encoded letter', { path: '/api/%61dmin/login' }],
    ['a whole address', { path: `http://127.0.0.1${LOGIN}` }],
    ['another client by X-Forwarded-For', { headers: { 'X-Forwarded-For': '192.0.2.7' } }],
    ['another client by Forwarded', { headers: { Forwarded: 'for=192.0.2.7', 'X-Real-IP': '192.0.2.7' } }],
  ])('applies its limit to another spelling of the request: %s', async (_, variant) => {
    const passwords: string[] = []
    const hasher = createPasswordHasher()
    const verify: typeof hasher.verify = (password, phc) => {
      passwords.push(password)
      return hasher.verify(password, phc)
    }
    await using server = await startTestServer({ hasher: { ...hasher, verify } })
    using client = rawHttpClient(await server.listen())
    const { email, password } = server.admin
    const send = (enteredPassword: string, { headers, ...requestParts }: Partial<RawRequest> = {}) =>
      client.send({
        method: 'POST',
        path: LOGIN,
        ...requestParts,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ email, password: enteredPassword }),
      })
    for (let count = 0; count < 5; count += 1) expect((await send('wrong')).status).toBe(401)
    expect((await send(password, variant)).status).toBeOneOf([404, 405, 429])
    expect(passwords).toEqual(times(5, 'wrong'))
  })

  it.each([
    ['capitals', (email: string) => email.toUpperCase()],
    ['a decomposed accent', (email: string) => email.normalize('NFD')],
    ['a trailing space', (email: string) => `${email} `],
    ['a zero-width space', (email: string) => `${email}\u200B`],
    ['a sign that is a letter in capitals', (email: string) => email.replace('k', '\u212A')],
  ])('applies its limit to another spelling of the email: %s', async (_, spelling) => {
    await using server = await startTestServer()
    const { email, password } = await server.addAdmin({ email: 'zoë.k@example.com' })
    expect(await failAt(server, 5, email)).toEqual(times(5, 401))
    expect((await tryIn(server, spelling(email), password)).status).toBeOneOf([400, 401, 429])
  })

  it('trusts X-Forwarded-For of trusted proxies only', async () => {
    const proxy = '10.1.2.3'
    await using server = await startTestServer({ trustedProxies: ['10.0.0.0/8'] })
    const signInVia = async (address: string, forwarded: string) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded }
      const body = JSON.stringify({ email: 'unknown@example.com', password: 'wrong' })
      const request = new Request(server.baseUrl + LOGIN, { method: 'POST', headers, body })
      return (await server.from(address).fetch(request)).status
    }
    for (let index = 0; index < 5; index += 1) expect(await signInVia(proxy, '192.0.2.1')).toBe(401)
    expect(await signInVia(proxy, '192.0.2.1')).toBe(429)
    // The client sent an address of its own, before the one that the proxy added.
    expect(await signInVia(proxy, '192.0.2.99, 192.0.2.1')).toBe(429)
    expect(await signInVia(proxy, '192.0.2.2')).toBe(401)
    for (let index = 0; index < 5; index += 1) expect(await signInVia('203.0.113.5', `192.0.2.${index}`)).toBe(401)
    expect(await signInVia('203.0.113.5', '192.0.2.50')).toBe(429)
  })

  it('stores no typed address in readable form', async () => {
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

onPostgres(({ it }) => {
  it('checks only five of many concurrent wrong passwords that four processes receive', async ({ server }) => {
    await using second = await server.startAnother()
    await using third = await server.startAnother()
    await using fourth = await server.startAnother()
    const { email } = server.admin
    const processes = [server, second, third, fourth].flatMap((process) => times(16, process))
    const responses = await Promise.all(processes.map((process) => tryIn(process, email)))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...times(5, 401), ...times(59, 429)])
  })
})
