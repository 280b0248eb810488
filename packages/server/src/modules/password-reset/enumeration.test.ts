import { expect, it } from 'vitest'
import { onEachEngine } from '#server/testing/on-each-engine.ts'
import { forgotPassword, verifyOtp } from '#server/testing/reset.ts'
import type { TestServer } from '#server/testing/start.ts'
import { HOUR, stoppedClock } from '#server/testing/stopped-clock.ts'

const ASKED = ['nobody', 'admin', 'suspended', 'pro', 'app', 'asked-before'].map((name) => `${name}@example.com`)

async function withEveryKind(server: TestServer): Promise<void> {
  await server.addAdmin({ email: 'suspended@example.com', status: 'suspended' })
  await server.addAdmin({ email: 'asked-before@example.com' })
  await server.addUser({ email: 'pro@example.com', role: 'admin' })
  await server.addUser({ email: 'app@example.com' })
  await forgotPassword(server, 'asked-before@example.com')
  await server.mails()
}

/** An answer to the byte, without what is new in each. */
async function bytes(server: TestServer, path: string, body: object): Promise<string> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await server.fetch(
    new Request(server.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  const shown = [...response.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  const text = (await response.text()).replace(/"request_id":"[^"]+"/, '"request_id":""')
  return JSON.stringify([response.status, shown, text])
}

onEachEngine((start) => {
  it('forgotPassword answers to the byte alike, whoever has the address or nobody, mail or no mail', async () => {
    const refuse = async () => {
      throw new Error('The mail server is down.')
    }
    const answers = new Set<string>()
    for (const options of [{}, { mailer: { send: refuse } }]) {
      await using server = await start(options)
      await withEveryKind(server)
      for (const email of ASKED) {
        answers.add(await bytes(server, '/api/admin/forgot-password', { email }))
        await server.mails()
      }
    }
    expect([...answers]).toEqual([expect.stringContaining('a code is on its way')])
  })

  it('verifyOtp refuses to the byte alike, whoever has the address or nobody', async () => {
    await using server = await start()
    await withEveryKind(server)
    for (const email of ASKED) await forgotPassword(server, email)
    await server.mails()
    const answers = new Set<string>()
    for (const email of ASKED) answers.add(await bytes(server, '/api/admin/verify-otp', { email, otp: '500000' }))
    expect([...answers]).toEqual([expect.stringMatching(/^\[401,/)])
  })

  it('forgotPassword writes the same for every address, and finds out what it is worth when it has answered', async () => {
    await using server = await start()
    await withEveryKind(server)
    const { db } = server.database
    const rows = async () => db.selectFrom('outbox').select(['kind', 'attempts']).execute()
    const resets = await db.selectFrom('password_resets').selectAll().execute()
    for (const email of ASKED) await forgotPassword(server, email)
    expect(await rows()).toEqual(ASKED.map(() => ({ kind: 'reset_code', attempts: 0 })))
    expect(await db.selectFrom('password_resets').selectAll().execute()).toEqual(resets)
  })

  it('takes as long for an address that nobody has', async () => {
    const { clock, pass } = stoppedClock()
    await using server = await start({ clock })
    await withEveryKind(server)
    const times = { known: [] as number[], unknown: [] as number[] }
    const timed = async (kind: keyof typeof times, email: string, address: string) => {
      const begin = performance.now()
      await forgotPassword(server.from(address), email)
      await verifyOtp(server.from(address), email, '000000')
      times[kind].push(performance.now() - begin)
      await server.mails()
      // Past every limit, so that each time all there is to do is done.
      pass(3 * HOUR)
    }
    for (let index = 0; index < 60; index += 1) {
      await timed('known', 'admin@example.com', `198.51.100.${index}`)
      await timed('unknown', 'nobody@example.com', `203.0.113.${index}`)
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length / 2] ?? 0
    // As a share of what a request takes: the machine may be busy, but it is so for both alike.
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(Math.max(3, median(times.unknown) / 2))
  })
})
