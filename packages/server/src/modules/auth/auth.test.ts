import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#server/domain/time.ts'
import { createPasswordHasher } from '#server/security/password-hash.ts'
import { asAdmin, login, withToken } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { startTestServer } from '#server/testing/start.ts'

const USERS = '/api/admin/users?page_size=1'

onEachEngine(({ it, start }) => {
  describe('login', () => {
    it('returns a token for the API, ignoring the letter case of the email', async ({ server }) => {
      const { email, password } = server.admin
      const response = await login(server, { email: email.toUpperCase(), password })
      expect(response).toMatchObject({
        status: 200,
        body: { code: 200, data: { token: expect.stringMatching(/^[\w-]{43}$/) } },
      })
    })

    it('gives the same refusal for an unknown email, a wrong password, a user of the app and a suspended admin', async ({
      server,
    }) => {
      await server.addUser({ email: 'pro@example.com', role: 'admin' })
      const suspended = await server.addAdmin({ email: 'suspended@example.com', status: 'suspended' })
      const { password } = server.admin
      for (const credentials of [
        { email: 'unknown@example.com', password },
        { email: server.admin.email, password: `${password} ` },
        { email: 'pro@example.com', password },
        { email: suspended.email, password: 'wrong' },
      ]) {
        const { status, body } = await login(server, credentials)
        expect({ status, message: body.message }).toEqual({ status: 401, message: 'Wrong email or password.' })
      }
    })

    it('accepts an accent in any Unicode form', async ({ server }) => {
      const { email } = await server.addAdmin({ email: 'zoë@example.com' })
      const password_hash = await createPasswordHasher().hash('crème brûlée')
      await server.database.db.updateTable('users').set({ password_hash }).execute()
      const decomposed = { email: email.normalize('NFD'), password: 'crème brûlée'.normalize('NFD') }
      expect((await login(server, decomposed)).status).toBe(200)
    })

    it('keeps ten sessions of an admin and ends the oldest', async ({ server }) => {
      const tokens: string[] = []
      for (let count = 0; count < 11; count += 1) {
        tokens.push(await server.signIn())
        server.advance(SECOND)
      }
      const statuses = await Promise.all(
        tokens.map(async (token) => (await withToken(server, token)('GET', USERS)).status),
      )
      expect(statuses).toEqual([401, ...Array.from({ length: 10 }, () => 200)])
    })

    it('keeps the sessions of other admins, and deletes expired ones', async ({ server }) => {
      const otherAdmin = await server.addAdmin({ email: 'other@example.com' })
      const call = await asAdmin(server)
      server.advance(SECOND)
      for (let count = 0; count < 10; count += 1) await server.signIn(otherAdmin)
      expect((await call('GET', USERS)).status).toBe(200)
      server.advance(HOUR)
      await server.signIn()
      expect(await server.database.db.selectFrom('sessions').select('user_id').execute()).toEqual([
        { user_id: server.admin.id },
      ])
    })

    it('stores no token and no password in readable form', async () => {
      await using server = await start({ hasher: createPasswordHasher() })
      const token = await server.signIn()
      const { db } = server.database
      const rows = JSON.stringify([
        await db.selectFrom('sessions').selectAll().execute(),
        await db.selectFrom('users').selectAll().execute(),
      ])
      expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
      expect(rows).not.toContain(token)
      expect(rows).not.toContain(server.admin.password)
    })
  })

  describe('a session', () => {
    it('ends an hour after its last use', async ({ server }) => {
      // A use in the first seconds must extend the session like any other.
      for (const usedAfter of [0, SECOND, 9 * SECOND, 59 * MINUTE]) {
        const [active, idle] = [await asAdmin(server), await asAdmin(server)]
        server.advance(usedAfter)
        for (const call of [active, idle]) expect((await call('GET', USERS)).status).toBe(200)
        server.advance(HOUR - SECOND)
        expect((await active('GET', USERS)).status).toBe(200)
        server.advance(2 * SECOND)
        expect((await idle('GET', USERS)).status).toBe(401)
        expect((await active('GET', USERS)).status).toBe(200)
      }
    })

    it('ends after twelve hours even if it is used', async ({ server }) => {
      const call = await asAdmin(server)
      for (let hours = 0.5; hours < 12; hours += 0.5) {
        server.advance(HOUR / 2)
        expect((await call('GET', USERS)).status).toBe(200)
      }
      server.advance(HOUR / 2 - SECOND)
      expect((await call('GET', USERS)).status).toBe(200)
      server.advance(2 * SECOND)
      expect((await call('GET', USERS)).status).toBe(401)
    })

    it.for([{ role: 'user' }, { status: 'suspended' }])(
      'ends when the admin becomes %j',
      async (change, { server, call }) => {
        await server.database.db.updateTable('users').set(change).execute()
        expect((await call('GET', USERS)).status).toBe(401)
      },
    )
  })

  describe('logout', () => {
    it('ends the session it is called with and no other', async ({ server }) => {
      const [call, otherSession] = [await asAdmin(server), await asAdmin(server)]
      const response = await call('POST', '/api/admin/logout')
      expect(response).toMatchObject({ status: 200, body: { code: 200 } })
      expect(response.headers.get('Clear-Site-Data')).toBe('"cache"')
      expect((await call('POST', '/api/admin/logout')).status).toBe(401)
      expect((await otherSession('GET', USERS)).status).toBe(200)
    })
  })
})

describe('login', () => {
  it('rehashes the password when its hash was made with other costs', async () => {
    await using server = await startTestServer({ hasher: createPasswordHasher() })
    const { db } = server.database
    // argon2id, m=8, t=1, p=1 of the password "correct horse battery staple" with the salt "old salt 16 byte".
    const oldHash = '$argon2id$v=19$m=8,t=1,p=1$b2xkIHNhbHQgMTYgYnl0ZQ$NB4qVU7jWSh10GDEsZEn3SHSUVyvKZsDhZRVb2m8C34'
    await db.updateTable('users').set({ password_hash: oldHash }).execute()
    expect((await login(server, server.admin)).status).toBe(200)
    const { password_hash } = await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await login(server, server.admin)).status).toBe(200)
  })

  it('refuses a flood with 503 and Retry-After, and keeps serving', async () => {
    await using server = await startTestServer({ hasher: createPasswordHasher() })
    const responses = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        login(server.from(`203.0.113.${index}`), { email: `unknown${index}@example.com`, password: 'x' }),
      ),
    )
    const refused = responses.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('Retry-After')).toBe('1')
    expect(responses.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(33)
    expect(await server.signIn()).toMatch(/^[\w-]{43}$/)
  })
})

describe('logout', () => {
  it('does not exist if the extension is off', async () => {
    await using server = await startTestServer({ extensions: [] })
    expect((await (await asAdmin(server))('POST', '/api/admin/logout')).status).toBe(404)
  })
})
