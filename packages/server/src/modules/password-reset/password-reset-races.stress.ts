import { expect } from 'vitest'
import { HOUR, MINUTE } from '#server/domain/time.ts'
import { changePassword } from '#server/security/account.repo.ts'
import { login } from '#server/testing/call.ts'
import { concurrently, untilLockIsAwaited } from '#server/testing/database/concurrency.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
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
import { countAttempt } from './password-reset.repo.ts'

const codeRow = ({ database: { db } }: TestServer) =>
  db.selectFrom('password_resets').selectAll().executeTakeFirstOrThrow()

/** Guesses from a different IP address each time, so that no limit per address refuses it. */
const guess = (server: TestServer, index: number, otp: string) =>
  verifyOtp(server.from(`203.0.113.${index}`), server.admin.email, otp)

/** Tries a code without the limits of IP blocks. */
function countUnlimitedAttempt({ database, admin, clock }: TestServer) {
  const now = clock().getTime()
  const limits = { now, latestExpiry: now + HOUR }
  return countAttempt(database.db, { emailKey: admin.email, requesterDigest: 'another IP block', ...limits })
}

onPostgres(({ it }) => {
  it('compares only five of two hundred concurrent wrong codes, and refuses the right one afterwards', async ({
    server,
  }) => {
    const code = await obtainCode(server, server.admin.email)
    const responses = await concurrently(200, (index) => guess(server, index, wrongCode(code, index + 1)))
    expect(responses.filter(({ status }) => status !== 401 && status !== 429)).toEqual([])
    expect(await codeRow(server)).toMatchObject({ other_tries: 5, failures: 5 })
    expect(await countUnlimitedAttempt(server)).toEqual([])
  })

  it('sends one code for fifty concurrent requests to several processes', async ({ server }) => {
    await using second = await server.startAnother()
    await using third = await server.startAnother()
    const { email } = server.admin
    const processes = [server, second, third]
    await concurrently(51, (index) => forgotPassword(processes[index % 3]?.from('203.0.113.1') ?? server, email))
    const mails = (await Promise.all(processes.map((process) => process.sendDueMails()))).at(-1) ?? []
    expect(mails.filter(({ to }) => to === email)).toHaveLength(1)
    expect((await guess(server, 99, codeIn(mails[0] ?? { text: '' }))).status).toBe(200)
  })

  it('accepts only the new code if the old one is tried while the new one is generated', async ({ server }) => {
    const { email } = server.admin
    const outcomes: number[] = []
    for (let round = 0; round < 30; round += 1) {
      // After this time no limit refuses the request.
      server.advance(24 * HOUR)
      const oldCode = await obtainCode(server, email)
      server.advance(MINUTE)
      await forgotPassword(server, email)
      const [oldCodeResponse, mails] = await Promise.all([guess(server, round, oldCode), server.sendDueMails()])
      outcomes.push(oldCodeResponse.status)
      const code = codeIn(mails.findLast(({ subject }) => subject.includes('code')) ?? { text: '' })
      expect((await guess(server, round, wrongCode(code))).status).toBe(401)
      expect((await guess(server, round, code)).status).toBe(200)
      for (const spentCode of [oldCode, code]) expect((await guess(server, round, spentCode)).status).toBe(401)
    }
    expect(outcomes.filter((status) => status !== 200 && status !== 401)).toEqual([])
  })

  it('gives one token for fifty concurrent right codes', async ({ server }) => {
    const code = await obtainCode(server, server.admin.email)
    const responses = await concurrently(50, (index) => guess(server, index, code))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const token = responses.find(({ status }) => status === 200)?.body.data.reset_token ?? ''
    expect((await resetPassword(server, token, 'a quite new passphrase')).status).toBe(200)
  })

  it('changes the password once for a hundred concurrent uses of a token', async ({ server }) => {
    const token = await obtainResetToken(server)
    const password = (index: number) => `a quite new passphrase ${index}`
    const responses = await concurrently(100, (index) =>
      resetPassword(server.from(`203.0.113.${index}`), token, password(index)),
    )
    const succeeded = responses.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(succeeded).toHaveLength(1)
    // A full queue responds with 503; no other status is allowed.
    expect(responses.filter(({ status }) => ![200, 401, 503].includes(status))).toEqual([])
    expect(await server.signIn({ email: server.admin.email, password: password(succeeded[0] ?? -1) })).toBeDefined()
  })

  it('ends a session begun with the old password while it was changed', async ({ server }) => {
    const { database, admin } = server
    const { changed, response } = await database.transaction(async (trx) => {
      const passwordHash =
        '$argon2id$v=19$m=8,t=1,p=1$b2xkIHNhbHQgMTYgYnl0ZQ$NB4qVU7jWSh10GDEsZEn3SHSUVyvKZsDhZRVb2m8C34'
      const isChanged = await changePassword(trx, { userId: admin.id, passwordHash })
      // The old password is valid until this transaction ends, so the sign-in must wait for it.
      const signIn = login(server, admin)
      await Promise.race([signIn, untilLockIsAwaited(server)])
      return { changed: isChanged, response: signIn }
    })
    expect(changed).toBe(true)
    expect((await response).status).toBe(401)
    expect(await database.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })
})
