import { setTimeout as delay } from 'node:timers/promises'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { describe, expect } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#server/domain/time.ts'
import { anonymous, asAdmin, type Call, login, withToken } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import type { TestServer } from '#server/testing/start.ts'

const TWO_FACTOR = '/api/admin/two-factor'
const STEP = 30 * SECOND

const profile = (email: string) => ({ email, first_name: 'Ada', last_name: 'Admin' })
const codeAt = (secret: string, time: Date) => new TOTP({ secret }).generate({ timestamp: time.getTime() })

async function challengeOf(server: TestServer, credentials = server.admin, address = '127.0.0.1'): Promise<string> {
  const { status, body } = await login(server.from(address), credentials)
  expect({ status, code: body.code }).toEqual({ status: 202, code: 202 })
  return body.data.challenge
}

async function signInFrom(server: TestServer, address: string, code: string, credentials = server.admin) {
  const challenge = await challengeOf(server, credentials, address)
  return (await anonymous(server.from(address))('POST', `${TWO_FACTOR}/verify`, { challenge, code })).status
}

async function wrongCodeMails(server: TestServer): Promise<number> {
  const mails = await server.sendDueMails()
  return mails.filter(({ subject }) => subject === 'Wrong two-factor codes for your Rapport account').length
}

const verify = async (server: TestServer, challenge: string, code: string) =>
  anonymous(server)<{ token: string }>('POST', `${TWO_FACTOR}/verify`, { challenge, code })

/** Turns two-factor authentication on with the previous code, so that the current one is unused. */
async function withTwoFactor(server: TestServer) {
  const call = await asAdmin(server)
  const { secret, uri } = (await call<Schemas['TwoFactorSecret']>('POST', TWO_FACTOR)).body.data
  expect(uri).toMatch(/^otpauth:\/\/totp\/Rapport:admin%40example\.com\?/)
  const confirmed = await call<Schemas['RecoveryCodes']>('POST', `${TWO_FACTOR}/confirm`, {
    code: codeAt(secret, server.clock()),
  })
  expect(confirmed.status).toBe(200)
  server.advance(STEP)
  return { call, secret, recovery: confirmed.body.data.recovery_codes }
}

onEachEngine(({ it: base }) => {
  const it = base.extend('twoFactor', ({ server }) => withTwoFactor(server))

  describe('two-factor authentication', () => {
    it('asks for a code after the password, and accepts each code once', async ({ server, twoFactor: { secret } }) => {
      const code = codeAt(secret, server.clock())

      const { status, body } = await verify(server, await challengeOf(server), code)
      expect(status).toBe(200)
      expect((await withToken(server, body.data.token)('GET', '/api/admin/get-settings')).status).toBe(200)
      expect((await verify(server, await challengeOf(server), code)).status).toBe(401)
    })

    it('accepts codes of a phone whose clock is one step off, but no older ones', async ({
      server,
      twoFactor: { secret },
    }) => {
      const from = (steps: number) => codeAt(secret, new Date(server.clock().getTime() + steps * STEP))
      server.advance(10 * STEP)
      expect((await verify(server, await challengeOf(server), from(-2))).status).toBe(401)
      expect((await verify(server, await challengeOf(server), from(2))).status).toBe(401)
      expect((await verify(server, await challengeOf(server), from(-1))).status).toBe(200)
      expect((await verify(server, await challengeOf(server), from(1))).status).toBe(200)
    })

    it('uses up one of many recovery codes that are sent at once for one sign-in', async ({
      server,
      twoFactor: { call, recovery },
    }) => {
      const challenge = await challengeOf(server)
      const responses = await Promise.all(recovery.slice(0, 5).map((code) => verify(server, challenge, code)))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect((await call('GET', TWO_FACTOR)).body.data).toMatchObject({ recovery_codes_left: 9 })
    })

    it('accepts a recovery code once, in any spelling', async ({ server, twoFactor: { call, recovery } }) => {
      const recoveryCode = (recovery[0] ?? '').toUpperCase().replace('-', ' ')
      expect((await verify(server, await challengeOf(server), recoveryCode)).status).toBe(200)
      expect((await verify(server, await challengeOf(server), recoveryCode)).status).toBe(401)
      expect((await call('GET', TWO_FACTOR)).body.data).toMatchObject({ enabled: true, recovery_codes_left: 9 })
    })

    it('ends a challenge after five wrong codes and after five minutes', async ({ server, twoFactor: { secret } }) => {
      const guessedChallenge = await challengeOf(server)
      for (let count = 0; count < 5; count += 1) {
        expect((await verify(server, guessedChallenge, '000000')).body.message).toMatch('wrong')
      }
      expect((await verify(server, guessedChallenge, codeAt(secret, server.clock()))).body.message).toMatch('has ended')
      // After this time the limit of the account no longer applies.
      server.advance(16 * MINUTE)
      const expiredChallenge = await challengeOf(server)
      server.advance(5 * MINUTE)
      expect((await verify(server, expiredChallenge, codeAt(secret, server.clock()))).body.message).toMatch('has ended')
    })

    it('limits guesses, even with the right password', async ({ server }) => {
      await withTwoFactor(server)
      const statuses: number[] = []
      for (let count = 0; count < 8; count += 1) {
        statuses.push((await verify(server, await challengeOf(server), '000000')).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
      const attempts = async () => {
        let count = 0
        while ((await verify(server, await challengeOf(server), '000000')).status === 401) count += 1
        return count
      }
      let inADay = 5
      for (let passed = 0; passed < DAY - HOUR; passed += 16 * MINUTE) {
        server.advance(16 * MINUTE)
        inADay += await attempts()
      }
      expect(inADay).toBe(30)
    })

    it('lets the owner in while strangers who know the password guess codes from everywhere', async ({
      server,
      twoFactor: { call, secret, recovery },
    }) => {
      const now = () => codeAt(secret, server.clock())
      const addressInKnownBlock = '192.0.2.1'
      expect(await signInFrom(server, addressInKnownBlock, now())).toBe(200)
      const guess = async (credentials = server.admin) => {
        const statuses = new Set<number>()
        for (let index = 0; index < 40; index += 1) {
          statuses.add(await signInFrom(server, `198.51.100.${index}`, '000000', credentials))
        }
        return [...statuses]
      }
      expect(await guess()).toEqual([401, 429])

      server.advance(MINUTE)
      const addressInNewBlock = '203.0.113.1'
      expect(await signInFrom(server, addressInNewBlock, now())).toBe(429)
      expect(await signInFrom(server, addressInNewBlock, recovery[0] ?? '')).toBe(200)
      expect(await signInFrom(server, addressInKnownBlock, now())).toBe(200)

      expect(await guess()).toEqual([429])
      const changed = { ...server.admin, password: 'another good passphrase' }
      const body = { ...profile(changed.email), password: changed.password }
      expect((await call('POST', '/api/admin/update-settings', body)).status).toBe(200)
      server.advance(MINUTE)
      expect(await signInFrom(server, '203.0.113.2', now(), changed)).toBe(200)
    })

    it('keeps the first attempt of a new IP block for the code after the right password', async ({ server }) => {
      await withTwoFactor(server)
      const fail = async (address: string) =>
        (await login(server.from(address), { ...server.admin, password: 'wrong' })).status
      for (let index = 0; index < 51; index += 1) expect(await fail(`198.51.100.${index}`)).toBe(401)
      server.advance(30 * SECOND)
      const addressInNewBlock = '203.0.113.1'
      await challengeOf(server, server.admin, addressInNewBlock)
      expect(await fail('198.51.100.50')).toBe(401)
      await challengeOf(server, server.admin, addressInNewBlock)
    })

    it('mails the owner once a day when the password is entered from a new IP block', async ({ server }) => {
      await withTwoFactor(server)
      const mailCount = async () =>
        (await server.sendDueMails()).filter(
          ({ subject }) => subject === 'Your Rapport password was entered at a new location',
        ).length
      await challengeOf(server)
      expect(await mailCount()).toBe(0)
      for (let count = 0; count < 3; count += 1) await challengeOf(server, server.admin, '203.0.113.1')
      expect(await mailCount()).toBe(1)
      server.advance(100 * DAY)
      await challengeOf(server, server.admin, '203.0.113.1')
      expect(await mailCount()).toBe(2)
      const events = server.database.db
        .selectFrom('audit_events')
        .select('ip')
        .where('event', '=', 'sign_in.challenged')
      expect(await events.execute()).toHaveLength(5)
    })

    it('mails the owner once a day after the right password and five wrong codes', async ({
      server,
      twoFactor: { secret },
    }) => {
      const mailCount = () => wrongCodeMails(server)
      const guess = async (times: number) => {
        for (let count = 0; count < times; count += 1) await verify(server, await challengeOf(server), '000000')
      }
      await guess(4)
      expect((await verify(server, await challengeOf(server), codeAt(secret, server.clock()))).status).toBe(200)
      expect(await mailCount()).toBe(0)
      await guess(7)
      expect(await mailCount()).toBe(1)
      server.advance(16 * MINUTE)
      await guess(7)
      expect(await mailCount()).toBe(1)
      server.advance(DAY)
      await guess(7)
      expect(await mailCount()).toBe(2)
    })

    it('mails the owner when slow guesses have used up the attempts of a day', async ({ server }) => {
      await withTwoFactor(server)
      for (let attempts = 0; attempts < 30; attempts += 1) {
        expect(await wrongCodeMails(server)).toBe(0)
        if (attempts % 4 === 0) server.advance(16 * MINUTE)
        expect((await verify(server, await challengeOf(server), '000000')).status).toBe(401)
      }
      expect(await wrongCodeMails(server)).toBe(1)
    })

    it('does not count codes that the server cannot check, so that each response names the remedy', async ({
      server,
      twoFactor: { call, secret },
    }) => {
      await server.database.db.updateTable('two_factor').set({ sealed_secret: 'of another key' }).execute()
      const code = codeAt(secret, server.clock())
      for (let attempts = 0; attempts < 6; attempts += 1) {
        const unchecked = { status: 503, body: { message: expect.stringContaining('reset-two-factor') } }
        expect(await verify(server, await challengeOf(server), code)).toMatchObject(unchecked)
        expect(await call('POST', '/api/admin/confirm-identity', { code })).toMatchObject(unchecked)
      }
    })

    it('limits right passwords without a code, and mails about them', async ({ server }) => {
      await withTwoFactor(server)
      for (let count = 0; count < 20; count += 1) await challengeOf(server)
      expect((await login(server, server.admin)).status).toBe(429)
      for (let index = 0; index < 7; index += 1) await challengeOf(server, server.admin, `198.51.100.${index}`)
      const mails = (await server.sendDueMails()).filter(({ subject }) =>
        subject.includes('was entered at a new location'),
      )
      expect(mails).toHaveLength(5)
      server.advance(15 * MINUTE)
      await challengeOf(server)
    })

    it('accepts neither a session nor a challenge of a clock that was 400 days ahead', async ({
      server,
      twoFactor: { secret },
    }) => {
      server.advance(400 * DAY)
      const challenge = await challengeOf(server)
      const signedIn = await verify(server, await challengeOf(server), codeAt(secret, server.clock()))
      expect(signedIn.status).toBe(200)
      server.advance(-400 * DAY)
      expect((await withToken(server, signedIn.body.data.token)('GET', '/api/admin/get-settings')).status).toBe(401)
      expect((await verify(server, challenge, codeAt(secret, server.clock()))).body.message).toMatch('has ended')
    })

    it('discards a set-up that was begun before a new password', async ({ server }) => {
      const call = await asAdmin(server)
      const { secret } = (await call<Schemas['TwoFactorSecret']>('POST', TWO_FACTOR)).body.data
      const body = { ...profile(server.admin.email), password: 'another good passphrase' }
      expect((await call('POST', '/api/admin/update-settings', body)).status).toBe(200)
      expect((await call('POST', `${TWO_FACTOR}/confirm`, { code: codeAt(secret, server.clock()) })).status).toBe(404)
    })

    it('resets the counts of wrong passwords and codes with each sign-in', async ({
      server,
      twoFactor: { secret },
    }) => {
      const wrongCredentials = { ...server.admin, password: 'wrong' }
      for (let round = 0; round < 26; round += 1) {
        server.advance(HOUR)
        for (let count = 0; count < 4; count += 1) {
          expect((await login(server, wrongCredentials)).status).toBe(401)
          expect((await verify(server, await challengeOf(server), '000000')).status).toBe(401)
        }
        const code = codeAt(secret, server.clock())
        expect((await verify(server, await challengeOf(server), code)).status).toBe(200)
      }
      expect((await login(server, wrongCredentials)).status).toBe(401)
      expect((await login(server, wrongCredentials)).status).toBe(401)
      expect((await server.sendDueMails()).map(({ subject }) => subject)).not.toContain(
        'Many failed sign-ins to your Rapport account',
      )
    })

    it('ends other sessions and mails the owner when it is turned on', async ({ server }) => {
      const otherSession = await asAdmin(server)
      const { call } = await withTwoFactor(server)
      expect((await otherSession('GET', '/api/admin/get-settings')).status).toBe(401)
      expect((await call('GET', '/api/admin/get-settings')).status).toBe(200)
      expect((await server.sendDueMails()).map(({ subject }) => subject)).toContain(
        'Two-factor authentication of your Rapport account was changed',
      )
    })

    it('stores neither secret nor recovery codes in readable form', async ({
      server,
      twoFactor: { secret, recovery },
    }) => {
      const { db } = server.database
      const rows = JSON.stringify([
        await db.selectFrom('two_factor').selectAll().execute(),
        await db.selectFrom('recovery_codes').selectAll().execute(),
        await db.selectFrom('audit_events').selectAll().execute(),
      ])
      for (const plainText of [secret, ...recovery]) expect(rows).not.toContain(plainText)
    })

    it('can be turned off, and new recovery codes void the old ones', async ({
      server,
      twoFactor: { call, recovery },
    }) => {
      expect((await call('POST', `${TWO_FACTOR}/recovery-codes`)).status).toBe(200)
      expect((await server.sendDueMails()).at(-1)?.text).toContain('New recovery codes')
      expect((await verify(server, await challengeOf(server), recovery[0] ?? '')).status).toBe(401)
      expect((await call('POST', TWO_FACTOR)).status).toBe(409)
      expect((await call('DELETE', TWO_FACTOR)).status).toBe(200)
      expect((await call('DELETE', TWO_FACTOR)).status).toBe(404)
      expect((await login(server, server.admin)).status).toBe(200)
    })
  })

  describe('confirming the identity', () => {
    const expectConfirmationRequired = async (call: Call, method: string, path: string, body?: unknown) => {
      const response = await call(method, path, body)
      expect(response).toMatchObject({ status: 403, body: { code: 403, reason: 'confirm_identity' } })
    }

    it('is required after ten minutes, by password or code', async ({ server, twoFactor: { call, secret } }) => {
      server.advance(10 * MINUTE)
      await expectConfirmationRequired(call, 'DELETE', TWO_FACTOR)
      await expectConfirmationRequired(call, 'POST', '/api/admin/tokens', {
        name: 'CI',
        scopes: ['read'],
        expires_in_days: 1,
      })
      await expectConfirmationRequired(call, 'POST', '/api/admin/update-settings', profile('new@example.com'))
      await expectConfirmationRequired(call, 'POST', '/api/admin/update-settings', {
        ...profile(server.admin.email),
        password: 'a new one',
      })
      expect((await call('POST', '/api/admin/update-settings', profile(server.admin.email))).status).toBe(200)

      const confirm = async (proof: object) => (await call('POST', '/api/admin/confirm-identity', proof)).status
      expect(await confirm({ password: 'wrong' })).toBe(422)
      expect(await confirm({ code: '000000' })).toBe(422)
      expect(await confirm({})).toBe(422)
      await expectConfirmationRequired(call, 'DELETE', TWO_FACTOR)
      expect(await confirm({ code: codeAt(secret, server.clock()) })).toBe(200)
      expect((await call('POST', `${TWO_FACTOR}/recovery-codes`)).status).toBe(200)
      server.advance(10 * MINUTE)
      expect(await confirm({ password: server.admin.password })).toBe(200)
      expect((await call('DELETE', TWO_FACTOR)).status).toBe(200)
    })

    it('is not required to change the profile without two-factor authentication', async ({ server }) => {
      const call = await asAdmin(server)
      server.advance(20 * MINUTE)
      expect((await call('POST', '/api/admin/update-settings', profile('new@example.com'))).status).toBe(200)
    })

    it('limits guesses of the password with a stolen token', async ({ server }) => {
      const call = await asAdmin(server)
      const statuses: number[] = []
      for (let count = 0; count < 7; count += 1) {
        statuses.push((await call('POST', '/api/admin/confirm-identity', { password: 'guess' })).status)
      }
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
    })

    it('tells the owner by mail of many wrong passwords, and of five wrong codes', async ({
      server,
      twoFactor: { call },
    }) => {
      const guess = async (proof: object) => (await call('POST', '/api/admin/confirm-identity', proof)).status
      const failures = async () =>
        (await server.sendDueMails()).filter(
          ({ subject }) => subject === 'Many failed sign-ins to your Rapport account',
        ).length
      for (let attempts = 0; attempts < 100; attempts += 1) {
        expect(await failures()).toBe(0)
        if (attempts % 5 === 0) server.advance(15 * MINUTE)
        expect(await guess({ password: 'guess' })).toBe(422)
      }
      expect(await failures()).toBe(1)
      for (let attempts = 0; attempts < 5; attempts += 1) {
        expect(await wrongCodeMails(server)).toBe(0)
        expect(await guess({ code: '000000' })).toBe(422)
      }
      expect(await wrongCodeMails(server)).toBe(1)
    })

    it('does not count guesses with a stolen token against the owner’s sign-in', async ({
      server,
      twoFactor: { call, secret },
    }) => {
      const guess = async () => (await call('POST', '/api/admin/confirm-identity', { code: '000000' })).status
      for (let count = 0; count < 5; count += 1) expect(await guess()).toBe(422)
      expect(await guess()).toBe(429)
      expect((await verify(server, await challengeOf(server), codeAt(secret, server.clock()))).status).toBe(200)
    })
  })
})

onPostgres(({ it, start }) => {
  it('refuses set-up in a session that has just ended', async ({ server }) => {
    const call = await asAdmin(server)
    let setUp: ReturnType<Call> | undefined
    await server.database.transaction(async (trx) => {
      await trx.deleteFrom('sessions').execute()
      setUp = call('POST', TWO_FACTOR)
      await delay(300)
    })
    expect((await setUp)?.status).toBe(401)
  })

  it('turns two-factor authentication off without a deadlock while another admin deletes the account', async () => {
    for (let trial = 0; trial < 5; trial += 1) {
      await using server = await start()
      const { call } = await withTwoFactor(server)
      const otherCall = await asAdmin(server, await server.addAdmin({ email: 'other@example.com' }))
      const [turnedOff, deleted] = await Promise.all([
        call('DELETE', TWO_FACTOR),
        otherCall('DELETE', `/api/admin/users/${server.admin.id}`),
      ])
      expect([turnedOff.status, deleted.status]).toEqual([expect.toBeOneOf([200, 401, 404]), 200])
    }
  })

  it('accepts a recovery code without a deadlock while a wrong code comes from the same known IP block', async () => {
    for (let trial = 0; trial < 5; trial += 1) {
      await using server = await start()
      const { recovery } = await withTwoFactor(server)
      expect((await login(server, { ...server.admin, password: 'wrong' })).status).toBe(401)
      const challenges = [await challengeOf(server), await challengeOf(server), await challengeOf(server)] as const
      expect((await verify(server, challenges[0], '000000')).status).toBe(401)
      const responses: ReturnType<typeof verify>[] = []
      await server.database.transaction(async (trx) => {
        // Locks the wrong-password count, so that the sign-in waits between its two counts of codes.
        await sql`select from rate_limits order by resets_at desc limit 1 for update`.execute(trx)
        responses.push(verify(server, challenges[1], recovery[0] ?? ''))
        await delay(200)
        responses.push(verify(server, challenges[2], '000000'))
        await delay(200)
      })
      expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 401])
    }
  })

  it('keeps ten recovery codes when two requests renew them at once', async ({ server }) => {
    const { call } = await withTwoFactor(server)
    for (let trial = 0; trial < 5; trial += 1) {
      await Promise.all([1, 2].map(async () => call('POST', `${TWO_FACTOR}/recovery-codes`)))
      expect((await call('GET', TWO_FACTOR)).body.data).toMatchObject({ recovery_codes_left: 10 })
    }
  })

  it('opens no session by the password alone while it is being turned on', async () => {
    for (let trial = 0; trial < 5; trial += 1) {
      await using server = await start()
      const call = await asAdmin(server)
      const { secret } = (await call<Schemas['TwoFactorSecret']>('POST', TWO_FACTOR)).body.data
      await Promise.all([
        call('POST', `${TWO_FACTOR}/confirm`, { code: codeAt(secret, server.clock()) }),
        ...Array.from({ length: 6 }, async () => login(server, server.admin)),
      ])
      expect((await call<Schemas['Session'][]>('GET', '/api/admin/sessions')).body.data).toHaveLength(1)
    }
  })

  it('accepts one of two concurrent uses of a code, even by two processes', async ({ server }) => {
    await using otherProcess = await server.startAnother()
    const { secret } = await withTwoFactor(server)
    for (let trial = 0; trial < 4; trial += 1) {
      server.advance(STEP)
      const code = codeAt(secret, server.clock())
      const challenges = [await challengeOf(server), await challengeOf(server)]
      const responses = await Promise.all(
        challenges.map(async (challenge, index) =>
          anonymous(index === 0 ? server : otherProcess)('POST', `${TWO_FACTOR}/verify`, { challenge, code }),
        ),
      )
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    }
  })
})
