import { describe, expect } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#server/domain/time.ts'
import { asAdmin, login, withToken } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import {
  codeIn,
  forgotPassword,
  obtainCode,
  obtainResetToken,
  resetPassword,
  verifyOtp,
  wrongCode,
} from '#server/testing/password-reset.ts'
import type { TestServer } from '#server/testing/start.ts'

const NEW = 'a quite new passphrase'
const SETTINGS = '/api/admin/get-settings'
const REFUSED_CODE = 'This code is wrong or no longer valid. You can ask for a new one.'
const REFUSED_TOKEN = 'Your reset is no longer valid. Please ask for a new code.'

const codesSent = async (server: TestServer) =>
  (await server.sendDueMails()).filter(({ subject }) => subject.includes('code'))

onEachEngine(({ it, start }) => {
  describe('a reset', () => {
    it('gives an admin a new password, ends all their sessions and tells them', async ({ server }) => {
      const { email, password } = server.admin
      const sessions = [await asAdmin(server), await asAdmin(server)]
      const otherCall = await asAdmin(server, await server.addAdmin({ email: 'other@example.com' }))

      const code = await obtainCode(server, email)
      const verified = await verifyOtp(server, email.toUpperCase(), code)
      expect(verified).toMatchObject({ status: 200, body: { code: 200 } })
      const response = await resetPassword(server, verified.body.data.reset_token, NEW)
      expect(response).toMatchObject({ status: 200, body: { code: 200, message: expect.stringContaining('sign in') } })

      for (const call of sessions) expect((await call('GET', SETTINGS)).status).toBe(401)
      expect((await otherCall('GET', SETTINGS)).status).toBe(200)
      expect((await login(server, { email, password })).status).toBe(401)
      expect(await server.signIn({ email, password: NEW })).toMatch(/^[\w-]{43}$/)
      const notice = (await server.sendDueMails()).at(-1)
      expect(notice).toMatchObject({ to: email, subject: 'Your Rapport password was changed' })
      expect(notice?.text).toMatch(/with a\sone-time\scode/)
    })

    it('stores no usable code or token in the database', async ({ server }) => {
      const code = await obtainCode(server, server.admin.email)
      const rows = async () => {
        const { db } = server.database
        return JSON.stringify([
          await db.selectFrom('password_resets').selectAll().execute(),
          await db.selectFrom('outbox').selectAll().execute(),
        ])
      }
      expect(await rows()).toContain('code_mac')
      expect(await rows()).not.toContain(code)
      const { body } = await verifyOtp(server, server.admin.email, code)
      expect(await rows()).not.toContain(body.data.reset_token)
    })
  })

  describe('forgotPassword', () => {
    it('sends a code only to accounts that can sign in', async ({ server }) => {
      await server.addUser({ email: 'pro@example.com', role: 'admin' })
      await server.addUser({ email: 'app@example.com', role: 'user' })
      await server.addAdmin({ email: 'suspended@example.com', status: 'suspended' })
      await server.addAdmin({ email: 'demoted@example.com', role: 'user' })
      for (const name of ['pro', 'app', 'suspended', 'demoted', 'unknown']) {
        expect((await forgotPassword(server, `${name}@example.com`)).status).toBe(200)
      }
      expect(await server.sendDueMails()).toEqual([])
      await forgotPassword(server, server.admin.email.toUpperCase())
      expect(await server.sendDueMails()).toMatchObject([
        { to: server.admin.email, text: expect.stringContaining('Hello Ada,') },
      ])
    })

    it('sends one code per countdown of the clients, and accepts only the newest', async ({ server }) => {
      const { email } = server.admin
      const firstCode = await obtainCode(server, email)
      server.advance(57 * SECOND)
      await forgotPassword(server, email)
      expect(await codesSent(server)).toHaveLength(1)
      server.advance(2 * SECOND)
      await forgotPassword(server, email)
      const [, mail] = await codesSent(server)
      const secondCode = codeIn(mail ?? { text: '' })
      expect((await verifyOtp(server, email, firstCode)).status).toBe(401)
      expect((await verifyOtp(server, email, secondCode)).status).toBe(200)
    })

    it('sends five codes an hour and ten a day to a known IP block, and six a day elsewhere', async ({ server }) => {
      await server.signIn()
      const ask = async (count: number) => {
        for (let index = 0; index < count; index += 1) {
          await forgotPassword(server, server.admin.email)
          await server.sendDueMails()
          server.advance(MINUTE)
        }
        return (await codesSent(server)).length
      }
      expect(await ask(10)).toBe(5)
      server.advance(HOUR)
      expect(await ask(10)).toBe(10)
      server.advance(HOUR)
      expect(await ask(10)).toBe(10)
      server.advance(24 * HOUR)
      expect(await ask(1)).toBe(11)
      const otherClient = server.from('203.0.113.1')
      for (let index = 0; index < 8; index += 1) {
        await forgotPassword(otherClient, server.admin.email)
        await server.sendDueMails()
        server.advance(HOUR)
      }
      expect(await codesSent(server)).toHaveLength(17)
    })

    it('sends the owner a code that works while strangers ask for codes and use them up', async ({ server }) => {
      const { email } = server.admin
      const strangers = [1, 2, 3, 4].map((index) => server.from(`203.0.113.${index}`))
      for (let round = 0; round < 30; round += 1) {
        for (const stranger of strangers) await forgotPassword(stranger, email)
        await server.sendDueMails()
        for (const stranger of strangers) {
          for (let attempts = 0; attempts < 5; attempts += 1) await verifyOtp(stranger, email, '000000')
        }
        server.advance(30 * MINUTE)
      }
      const code = await obtainCode(server, email)
      for (const stranger of strangers) {
        await forgotPassword(stranger, email)
        await server.sendDueMails()
        for (let attempts = 0; attempts < 5; attempts += 1) await verifyOtp(stranger, email, wrongCode(code))
      }
      expect((await verifyOtp(server, email, code)).status).toBe(200)
      expect((await codesSent(server)).length).toBeLessThanOrEqual(2 * 15)
    })

    it('sends the owner a code at a known IP block, however many networks use up codes', async ({ server }) => {
      const { email } = server.admin
      await server.signIn()
      for (let index = 0; index < 20; index += 1) await forgotPassword(server.from(`203.0.113.${index}`), email)
      await server.sendDueMails()
      expect(await codesSent(server)).toHaveLength(10)
      await server.database.db.updateTable('password_resets').set({ failures: 100 }).execute()
      expect((await verifyOtp(server, email, await obtainCode(server, email))).status).toBe(200)
      server.advance(25 * HOUR)
      await forgotPassword(server.from('198.51.100.1'), email)
      expect((await server.sendDueMails()).at(-1)?.subject).toContain('cannot be reset')
      server.advance(30 * 24 * HOUR)
      await forgotPassword(server.from('198.51.100.1'), email)
      expect((await server.sendDueMails()).at(-1)?.subject).toContain('code')
    })

    it('deletes expired codes, and keeps the count of wrong ones for 30 days', async ({ server }) => {
      const { email } = server.admin
      const rows = () => server.database.db.selectFrom('password_resets').select('failures').execute()
      await obtainCode(server, email)
      const stranger = server.from('203.0.113.1')
      await forgotPassword(stranger, email)
      await server.sendDueMails()
      await verifyOtp(stranger, email, '000000')
      await server.sweep()
      expect(await rows()).toHaveLength(2)
      server.advance(10 * MINUTE)
      await server.sweep()
      expect(await rows()).toEqual([{ failures: 1 }])
      server.advance(30 * 24 * HOUR)
      await server.sweep()
      expect(await rows()).toEqual([])
    })

    it('logs why no code is sent, without the address', async () => {
      const lines: string[] = []
      await using server = await start({ onLogLine: (line) => lines.push(line) })
      for (const email of [server.admin.email, server.admin.email, 'unknown@example.com']) {
        await forgotPassword(server, email)
        await server.sendDueMails()
      }
      const log = lines.join('')
      const withheld = [
        ...log.matchAll(/^\{"level":30.*"kind":"reset_code","why":"([^"]+)","msg":"mail withheld"\}$/gm),
      ]
      expect(withheld.map(([, reason]) => reason)).toEqual([
        'requested too often',
        'no account can sign in with this address',
      ])
      expect(log).not.toContain('@')
    })

    it('limits one IP block to thirty requests in 15 minutes, for any addresses', async ({ server }) => {
      for (let index = 0; index < 30; index += 1) {
        expect((await forgotPassword(server, `unknown${index}@example.com`)).status).toBe(200)
      }
      expect((await forgotPassword(server, server.admin.email)).status).toBe(429)
      expect((await forgotPassword(server.from('203.0.113.8'), server.admin.email)).status).toBe(200)
    })
  })

  it('ignores codes of a clock that was 400 days ahead, which withholds no mail later', async ({ server }) => {
    const { email } = server.admin
    server.advance(400 * 24 * HOUR)
    const token = await obtainResetToken(server)
    const session = await server.signIn()
    server.advance(MINUTE)
    const earlyCode = await obtainCode(server, email)
    await forgotPassword(server, 'unknown@example.com')
    server.advance(-400 * 24 * HOUR)
    expect((await verifyOtp(server, email, earlyCode)).status).toBe(401)
    expect((await resetPassword(server, token, NEW)).status).toBe(401)
    expect((await withToken(server, session)('GET', SETTINGS)).status).toBe(401)
    const code = await obtainCode(server, email)
    expect(await server.database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect((await verifyOtp(server, email, code)).status).toBe(200)
  })

  describe('verifyOtp', () => {
    it('refuses even the right code after five attempts', async ({ server }) => {
      const { email } = server.admin
      const code = await obtainCode(server, email)
      for (let offset = 1; offset <= 5; offset += 1) {
        const { status, body } = await verifyOtp(server, email, wrongCode(code, offset))
        expect({ status, message: body.message }).toEqual({ status: 401, message: REFUSED_CODE })
      }
      expect(await verifyOtp(server, email, code)).toMatchObject({ status: 401, body: { message: REFUSED_CODE } })
    })

    it('accepts a code once', async ({ server }) => {
      const code = await obtainCode(server, server.admin.email)
      expect((await verifyOtp(server, server.admin.email, code)).status).toBe(200)
      expect((await verifyOtp(server, server.admin.email, code)).status).toBe(401)
    })

    it('accepts a code for ten minutes', async ({ server }) => {
      const { email } = server.admin
      const timelyCode = await obtainCode(server, email)
      server.advance(10 * MINUTE - SECOND)
      expect((await verifyOtp(server, email, timelyCode)).status).toBe(200)
      const expiredCode = await obtainCode(server, email)
      server.advance(10 * MINUTE + SECOND)
      expect((await verifyOtp(server, email, expiredCode)).status).toBe(401)
    })

    it('refuses the code of another account', async ({ server }) => {
      const otherAdmin = await server.addAdmin({ email: 'other@example.com' })
      const code = await obtainCode(server, server.admin.email)
      const others = await obtainCode(server, otherAdmin.email)
      expect((await verifyOtp(server, otherAdmin.email, code)).status).toBe(401)
      expect((await verifyOtp(server, otherAdmin.email, others)).status).toBe(200)
    })

    it.for([{ role: 'user' }, { status: 'suspended' }])(
      'accepts neither code nor token of an admin who has become %j since',
      async (change, { server }) => {
        const otherAdmin = await server.addAdmin({ email: 'other@example.com' })
        const code = await obtainCode(server, server.admin.email)
        const token = await obtainResetToken(server, otherAdmin.email)
        await server.database.db.updateTable('users').set(change).execute()
        expect((await verifyOtp(server, server.admin.email, code)).status).toBe(401)
        expect((await resetPassword(server, token, NEW)).status).toBe(401)
      },
    )

    it('accepts the owner’s code after five wrong attempts of strangers', async ({ server }) => {
      const { email } = server.admin
      const code = await obtainCode(server, email)
      const stranger = (index: number) => server.from(`203.0.113.${index}`)
      for (let index = 1; index <= 5; index += 1) {
        expect((await verifyOtp(stranger(index), email, wrongCode(code, index))).status).toBe(401)
      }
      expect((await verifyOtp(stranger(6), email, code)).status).toBe(401)
      expect((await verifyOtp(server, email, code)).status).toBe(200)
    })

    it('limits one IP block to thirty attempts', async ({ server }) => {
      for (let count = 0; count < 30; count += 1) {
        expect((await verifyOtp(server, `unknown${count}@example.com`, '000000')).status).toBe(401)
      }
      const refused = await verifyOtp(server, 'unknown@elsewhere.example', '000000')
      expect(refused.status).toBe(429)
      expect(refused.headers.get('Retry-After')).toBe('900')
      server.advance(15 * MINUTE)
      expect((await verifyOtp(server, server.admin.email, '000000')).status).toBe(401)
    })

    it('sends no code after a hundred wrong ones until the admin signs in, and tells them by mail', async ({
      server,
    }) => {
      const { email } = server.admin
      let failures = 0
      while (failures < 100) {
        const code = await obtainCode(server, email)
        for (let offset = 1; offset <= 5; offset += 1) {
          expect((await verifyOtp(server, email, wrongCode(code, offset))).status).toBe(401)
          failures += 1
        }
        server.advance(5 * HOUR)
      }
      const countBefore = (await codesSent(server)).length
      await forgotPassword(server, email)
      expect(await codesSent(server)).toHaveLength(countBefore)
      expect((await server.sendDueMails()).at(-1)).toMatchObject({
        to: email,
        subject: expect.stringContaining('cannot be reset'),
      })

      server.advance(3 * HOUR)
      await server.signIn()
      expect((await verifyOtp(server, email, await obtainCode(server, email))).status).toBe(200)
    })

    it('resets the count of wrong codes with a new password in the profile', async ({ server }) => {
      const { email } = server.admin
      const call = await asAdmin(server)
      const code = await obtainCode(server, email)
      await server.database.db.updateTable('password_resets').set({ failures: 100 }).execute()
      expect((await verifyOtp(server, email, code)).status).toBe(401)
      const profile = { email, first_name: 'Ada', last_name: 'Admin', password: NEW }
      expect((await call('POST', '/api/admin/update-settings', profile)).status).toBe(200)
      server.advance(MINUTE)
      expect((await verifyOtp(server, email, await obtainCode(server, email))).status).toBe(200)
    })
  })

  describe('resetPassword', () => {
    it('accepts a token once, for ten minutes', async ({ server }) => {
      const timelyToken = await obtainResetToken(server)
      server.advance(10 * MINUTE - SECOND)
      expect((await resetPassword(server, timelyToken, NEW)).status).toBe(200)
      expect((await resetPassword(server, timelyToken, `${NEW} again`)).status).toBe(401)
      const expiredToken = await obtainResetToken(server)
      server.advance(10 * MINUTE + SECOND)
      expect(await resetPassword(server, expiredToken, NEW)).toMatchObject({
        status: 401,
        body: { message: REFUSED_TOKEN },
      })
    })

    it('says what is wrong with a password, and keeps the token valid for another', async ({ server }) => {
      const token = await obtainResetToken(server)
      for (const password of ['short 1', 'PassWord123', 'rapport-2026', 'a'.repeat(129)]) {
        const { status, body } = await resetPassword(server, token, password)
        expect({ password, status, errors: body.errors }).toEqual({
          password,
          status: 422,
          errors: { newPassword: body.message },
        })
        expect(body.message).toMatch(/^(?:This p|P)assword .+\.$/)
      }
      expect((await resetPassword(server, token, NEW)).status).toBe(200)
    })

    it('limits one IP block to ten attempts', async ({ server }) => {
      const token = await obtainResetToken(server)
      for (let count = 0; count < 10; count += 1) {
        expect((await resetPassword(server, token, 'password')).status).toBe(422)
      }
      expect((await resetPassword(server, token, NEW)).status).toBe(429)
      expect((await resetPassword(server.from('203.0.113.3'), token, NEW)).status).toBe(200)
    })
  })
})
