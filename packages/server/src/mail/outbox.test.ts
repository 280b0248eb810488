import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '#server/domain/time.ts'
import { createLimiter } from '#server/security/limits/limiter.ts'
import { createServerKey } from '#server/security/server-key.ts'
import { login, reachable } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import { startSmtpServer } from '#server/testing/network/smtp.ts'
import { codeIn, forgotPassword, resetPassword, verifyOtp } from '#server/testing/password-reset.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import type { Mail } from './mail-texts.ts'
import { createSmtpMailer } from './mailer.ts'
import { NOTICES } from './notices.ts'
import { insertMail } from './outbox.repo.ts'
import { createOutbox } from './outbox.ts'

const pending = ({ database: { db } }: TestServer) => db.selectFrom('outbox').selectAll().execute()

/** Creates a mailer that can be made to fail. */
function shakyMailer() {
  const sentMails: Mail[] = []
  const state = { isDown: false, attempts: 0 }
  const send = async (mail: Mail) => {
    state.attempts += 1
    if (state.isDown) throw new Error('The mail server is down.')
    sentMails.push(mail)
  }
  return { sentMails, state, mailer: { send } }
}

it('sends a code over SMTP in the background, which resets the password', async () => {
  await using smtp = await startSmtpServer()
  const mailer = createSmtpMailer({ url: smtp.url, from: 'Rapport <rapport@example.com>' })
  await using server = await startTestServer({ mailer, runsBackgroundTasks: true })
  const client = reachable(await server.listen())
  const { email } = server.admin

  const coming = smtp.next()
  expect((await forgotPassword(client, email)).status).toBe(200)
  const { to, raw } = await coming
  expect(to).toEqual([email])
  const { body } = await verifyOtp(client, email, codeIn({ text: raw.replaceAll('\r', '') }))
  const receivedMail = smtp.next()
  const password = 'a quite new passphrase'
  expect((await resetPassword(client, body.data.reset_token, password)).status).toBe(200)
  expect((await receivedMail).raw).toContain('Your Rapport password was changed')
  expect((await login(client, { email, password })).status).toBe(200)
})

onEachEngine(({ it, start }) => {
  describe('a mail that cannot be sent', () => {
    it('is retried at growing intervals, with a new code each time', async () => {
      const { sentMails, state, mailer } = shakyMailer()
      await using server = await start({ mailer })
      state.isDown = true
      await forgotPassword(server, server.admin.email)
      await server.sendDueMails()
      await server.sendDueMails()
      expect(state.attempts).toBe(1)
      server.advance(5 * SECOND)
      await server.sendDueMails()
      server.advance(5 * SECOND)
      await server.sendDueMails()
      expect(state.attempts).toBe(2)
      state.isDown = false
      server.advance(5 * SECOND)
      await server.sendDueMails()
      expect(sentMails).toHaveLength(1)
      expect(await pending(server)).toEqual([])
      expect((await verifyOtp(server, server.admin.email, codeIn(sentMails[0] ?? { text: '' }))).status).toBe(200)
    })

    it('is logged without the addresses in the reply of the mail server', async () => {
      const lines: string[] = []
      const response = `550 <admin@example.com>: ${'x'.repeat(100_000)} is not "Ada"@example.com,or mailto:a@b`
      const mailer = { send: () => Promise.reject(new Error(response)) }
      await using server = await start({ mailer, onLogLine: (line) => lines.push(line) })
      await forgotPassword(server, server.admin.email)
      const began = process.threadCpuUsage()
      await server.sendDueMails()
      const { user } = process.threadCpuUsage(began)
      expect(user / 1000).toBeLessThan(1000)
      const log = lines.join('')
      expect(log).toContain('550 <<address>>: xxx')
      expect(log).not.toMatch(/@example|a@b|Ada/)
    })

    it('is dropped when its code would have expired', async () => {
      const { state, mailer } = shakyMailer()
      await using server = await start({ mailer })
      state.isDown = true
      await forgotPassword(server, server.admin.email)
      for (let minutes = 0; minutes < 12; minutes += 1) {
        await server.sendDueMails()
        server.advance(MINUTE)
      }
      expect(state.attempts).toBeGreaterThan(3)
      expect(await pending(server)).toEqual([])
    })

    it('is not sent if the server was stopped for longer than its maximum age', async () => {
      const { sentMails, state, mailer } = shakyMailer()
      await using server = await start({ mailer })
      await forgotPassword(server, server.admin.email)
      server.advance(10 * MINUTE)
      await server.sendDueMails()
      expect({ sent: sentMails, attempts: state.attempts, left: await pending(server) }).toEqual({
        sent: [],
        attempts: 0,
        left: [],
      })
    })

    it('does not replace a later code that was already sent', async () => {
      const { sentMails, state, mailer } = shakyMailer()
      await using server = await start({ mailer })
      const { email } = server.admin
      state.isDown = true
      await forgotPassword(server, email)
      while (state.attempts < 5) {
        await server.sendDueMails()
        server.advance(5 * SECOND)
      }
      state.isDown = false
      server.advance(20 * SECOND)
      await forgotPassword(server, email)
      await server.sendDueMails()
      server.advance(5 * MINUTE)
      await server.sendDueMails()
      expect(sentMails).toHaveLength(1)
      expect(await pending(server)).toEqual([])
      expect((await verifyOtp(server, email, codeIn(sentMails[0] ?? { text: '' }))).status).toBe(200)
    })
  })

  it('sends a mail of a process that ended from another process after two minutes', async () => {
    const { sentMails, mailer } = shakyMailer()
    await using server = await start({ mailer })
    await forgotPassword(server, server.admin.email)
    const { db } = server.database
    const leasedUntil = server.clock().getTime() + 2 * MINUTE
    await db.updateTable('outbox').set({ due_at: leasedUntil, attempts: 1 }).execute()
    await server.sendDueMails()
    expect(sentMails).toHaveLength(0)
    server.advance(2 * MINUTE)
    await server.sendDueMails()
    expect(sentMails).toHaveLength(1)
  })

  it('starts no more mail while stopping, and leaves the rest to the next process', async ({ server }) => {
    const { sentMails, mailer } = shakyMailer()
    const { database, clock } = server
    for (let count = 0; count < 12; count += 1) {
      await insertMail(database.db, { kind: 'password_set', recipient: `${count}@example.com`, now: clock().getTime() })
    }
    const limiter = createLimiter({ key: createServerKey(randomBytes(32)), clock })
    const log = { info: () => undefined, error: () => undefined }
    const { sendDue } = createOutbox({ database, mailer, clock, kinds: NOTICES, limiter, log })
    await sendDue(() => sentMails.length > 0)
    expect(sentMails).toHaveLength(5)
    expect(await pending(server)).toHaveLength(7)
  })

  it('sends a code before the notices that wait', async () => {
    const { sentMails, mailer } = shakyMailer()
    await using server = await start({ mailer })
    const { database, clock } = server
    for (let count = 0; count < 12; count += 1) {
      await insertMail(database.db, { kind: 'password_set', recipient: `${count}@example.com`, now: clock().getTime() })
    }
    server.advance(SECOND)
    await forgotPassword(server, server.admin.email)
    await server.sendDueMails()
    expect(sentMails).toHaveLength(13)
    expect(sentMails.slice(0, 5).map(({ to }) => to)).toContain(server.admin.email)
  })

  it('sends ten notices of a kind to an address in a day', async ({ server }) => {
    const { database, clock } = server
    const notify = async (kind: string, recipient: string) => {
      await insertMail(database.db, { kind, recipient, now: clock().getTime() })
      return (await server.sendDueMails()).length
    }
    for (let count = 0; count < 10; count += 1) await notify('token_created', 'ada@example.com')
    expect(await notify('token_created', 'Ada@example.com')).toBe(10)
    expect(await pending(server)).toHaveLength(0)
    expect(await notify('password_changed', 'ada@example.com')).toBe(11)
    expect(await notify('token_created', 'other@example.com')).toBe(12)
    server.advance(DAY)
    expect(await notify('token_created', 'ada@example.com')).toBe(13)
  })

  it('deletes expired limits, and keeps the others', async ({ server }) => {
    await forgotPassword(server, 'unknown@example.com')
    const { db } = server.database
    const now = server.clock().getTime()
    await db.insertInto('rate_limits').values({ key: 'over', hits: 3, resets_at: now }).execute()
    await db.insertInto('known_addresses').values({ key: 'over', expires_at: now }).execute()
    await server.sweep()
    // The remaining counts are of codes for the IP block and of audit rows about no account.
    expect(await db.selectFrom('rate_limits').select('hits').execute()).toEqual([{ hits: 1 }, { hits: 1 }])
    expect(await db.selectFrom('known_addresses').selectAll().execute()).toEqual([])
  })
})

onPostgres(({ start }) => {
  it('sends a mail once, however many processes look for it', async () => {
    const { sentMails, mailer } = shakyMailer()
    await using server = await start({ mailer })
    await using second = await server.startAnother()
    await using third = await server.startAnother()
    const admins = await Promise.all(
      Array.from({ length: 20 }, (_, index) => server.addAdmin({ email: `admin${index}@example.com` })),
    )
    for (const { email } of admins) await forgotPassword(server, email)
    await Promise.all([server, second, third].map((process) => process.sendDueMails()))
    expect(sentMails.map(({ to }) => to).toSorted()).toEqual(admins.map(({ email }) => email).toSorted())
  })
})
