import { expect } from 'vitest'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { forgotPassword, verifyOtp } from '#server/testing/password-reset.ts'
import type { Reachable, TestServer } from '#server/testing/start.ts'

const ASKED = ['unknown', 'admin', 'suspended', 'pro', 'app', 'asked-before'].map((name) => `${name}@example.com`)

async function withEveryKind(server: TestServer): Promise<void> {
  await server.addAdmin({ email: 'suspended@example.com', status: 'suspended' })
  await server.addAdmin({ email: 'asked-before@example.com' })
  await server.addUser({ email: 'pro@example.com', role: 'admin' })
  await server.addUser({ email: 'app@example.com' })
  await forgotPassword(server, 'asked-before@example.com')
  await server.sendDueMails()
}

/** Returns the response as text, without date and request id, which always differ. */
async function bytes(server: Reachable, path: string, body: object): Promise<string> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await server.fetch(
    new Request(server.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  const comparedHeaders = [...response.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  const text = (await response.text()).replace(/"request_id":"[^"]+"/, '"request_id":""')
  return JSON.stringify([response.status, comparedHeaders, text])
}

onEachEngine(({ it, start }) => {
  it('forgotPassword gives the same bytes for a known and an unknown address, whether mail is sent or not', async () => {
    const refuse = async () => {
      throw new Error('The mail server is down.')
    }
    const responses = new Set<string>()
    for (const options of [{}, { mailer: { send: refuse } }]) {
      await using server = await start(options)
      await withEveryKind(server)
      for (const email of ASKED) {
        responses.add(await bytes(server, '/api/admin/forgot-password', { email }))
        await server.sendDueMails()
      }
    }
    expect([...responses]).toEqual([expect.stringContaining('a code is on its way')])
  })

  it('verifyOtp gives the same bytes for a known and an unknown address', async ({ server }) => {
    await withEveryKind(server)
    for (const email of ASKED) await forgotPassword(server, email)
    await server.sendDueMails()
    const responses = new Set<string>()
    for (const email of ASKED) responses.add(await bytes(server, '/api/admin/verify-otp', { email, otp: '500000' }))
    expect([...responses]).toEqual([expect.stringMatching(/^\[401,/)])
  })

  it('forgotPassword writes the same for every address, and decides about the mail after its response', async ({
    server,
  }) => {
    await withEveryKind(server)
    const { db } = server.database
    const rows = async () => db.selectFrom('outbox').select(['kind', 'attempts']).execute()
    const resets = await db.selectFrom('password_resets').selectAll().execute()
    for (const email of ASKED) await forgotPassword(server, email)
    expect(await rows()).toEqual(ASKED.map(() => ({ kind: 'reset_code', attempts: 0 })))
    expect(await db.selectFrom('password_resets').selectAll().execute()).toEqual(resets)
  })

  it('login gives the same bytes for a known and an unknown address, even after too many attempts', async ({
    server,
  }) => {
    await withEveryKind(server)
    const responses = new Set<string>()
    for (const [index, email] of ASKED.entries()) {
      const client = server.from(`203.0.113.${index}`)
      const body = { email, password: 'wrong' }
      const responsesOfAddress: string[] = []
      for (let attempts = 0; attempts < 6; attempts += 1)
        responsesOfAddress.push(await bytes(client, '/api/admin/login', body))
      responses.add(JSON.stringify(responsesOfAddress))
    }
    expect([...responses]).toEqual([expect.stringContaining('Wrong email or password.')])
  })

  it('forgotPassword and verifyOtp give the same bytes for both addresses after too many attempts', async ({
    server,
  }) => {
    await withEveryKind(server)
    const responses = new Set<string>()
    for (const [index, email] of ASKED.entries()) {
      const client = server.from(`203.0.113.${index}`)
      for (let attempts = 0; attempts < 30; attempts += 1) await forgotPassword(client, email)
      for (let attempts = 0; attempts < 30; attempts += 1) await verifyOtp(client, email, '500000')
      const forgotResponse = await bytes(client, '/api/admin/forgot-password', { email })
      responses.add(forgotResponse + (await bytes(client, '/api/admin/verify-otp', { email, otp: '500000' })))
    }
    expect([...responses]).toEqual([expect.stringMatching(/^\[429,.*\[429,/)])
  })
})
