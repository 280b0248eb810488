import { expect, it } from 'vitest'
import { DAY, SECOND } from '#server/domain/time.ts'
import { anonymous, asAdmin, type Call, withToken } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { startTestServer } from '#server/testing/start.ts'
import { stoppedClock } from '#server/testing/stopped-clock.ts'

const SETTINGS = '/api/admin/get-settings'
/** The limit of forgotPassword, and the factor for a customer with many networks (docs/security.md). */
const REQUESTS_PER_IP = 30
const TIMES_PER_CUSTOMER = 4

it('limits the writes of all API tokens of an admin in a day, but neither their reads nor the admin', async () => {
  await using server = await startTestServer({ clock: stoppedClock, limits: { tokenWritesPerDay: 2 } })
  const call = await asAdmin(server)
  const newToken = async (name: string) => {
    const input = { name, scopes: ['read', 'catalogue'], expires_in_days: 7 }
    return withToken(server, (await call<{ secret: string }>('POST', '/api/admin/tokens', input)).body.data.secret)
  }
  const tokens = [await newToken('A'), await newToken('B'), await newToken('C')]
  const statuses: number[] = []
  for (const byToken of tokens) statuses.push((await byToken('DELETE', '/api/admin/category/9')).status)
  expect(statuses).toEqual([404, 404, 429])
  const [byToken = call] = tokens
  expect((await byToken('GET', '/api/admin/categories')).status).toBe(200)
  expect((await call('DELETE', '/api/admin/category/9')).status).toBe(404)
  server.advance(DAY)
  expect((await byToken('DELETE', '/api/admin/category/9')).status).toBe(404)
})

it('counts each user whom an API token suspends as a write, since each leaves an event', async () => {
  await using server = await startTestServer({ limits: { tokenWritesPerDay: 5 } })
  const call = await asAdmin(server)
  const input = { name: 'CI', scopes: ['users'], expires_in_days: 7 }
  const { secret } = (await call<{ secret: string }>('POST', '/api/admin/tokens', input)).body.data
  const ids = [(await server.addUser()).id, (await server.addUser()).id, (await server.addUser()).id]
  const statusOf = async (by: Call, action: string) =>
    (await by('POST', '/api/admin/users/status', { action, ids })).status
  expect(await statusOf(withToken(server, secret), 'suspend')).toBe(200)
  expect(await statusOf(withToken(server, secret), 'reactivate')).toBe(429)
  expect(await statusOf(call, 'reactivate')).toBe(200)
})

it('limits the requests of each session in ten seconds', async () => {
  await using server = await startTestServer({ clock: stoppedClock, limits: { requestsPer10Seconds: 3 } })
  const [call, otherSession] = [await asAdmin(server), await asAdmin(server)]
  for (let count = 0; count < 3; count += 1) expect((await call('GET', SETTINGS)).status).toBe(200)
  server.advance(4 * SECOND)
  const refused = await call('GET', SETTINGS)
  expect(refused).toMatchObject({ status: 429, body: { code: 429, data: null } })
  expect(refused.headers.get('Retry-After')).toBe('6')
  expect((await otherSession('GET', SETTINGS)).status).toBe(200)
  server.advance(6 * SECOND)
  expect((await call('GET', SETTINGS)).status).toBe(200)
})

it('does not lock a session when the clock is set back', async () => {
  await using server = await startTestServer({ clock: stoppedClock, limits: { requestsPer10Seconds: 1 } })
  const call = await asAdmin(server)
  await call('GET', SETTINGS)
  expect((await call('GET', SETTINGS)).status).toBe(429)
  server.advance(-30 * SECOND)
  expect((await call('GET', SETTINGS)).status).toBe(200)
})

it('limits a /48 to four times the requests of one of its networks, and no other /48', async () => {
  await using server = await startTestServer()
  const ask = async (address: string) => {
    const call = anonymous(server.from(address))
    return (await call('POST', '/api/admin/forgot-password', { email: 'a@example.org' })).status
  }
  for (let network = 0; network < TIMES_PER_CUSTOMER * REQUESTS_PER_IP; network += 1)
    expect(await ask(`2001:db8:1:${network}::1`)).toBe(200)
  expect(await ask('2001:db8:1:ffff::1')).toBe(429)
  expect(await ask('2001:db8:2:1::1')).toBe(200)
  expect(await ask('192.0.2.1')).toBe(200)
})

onEachEngine(({ start }) => {
  it('limits the uploads of an admin per minute, over all sessions, before reading them', async () => {
    await using server = await start({ limits: { uploadsPerMinute: 2 } })
    const upload = async (id: 'category' | 'subcategory') =>
      (await (await asAdmin(server))('POST', `/api/admin/${id}`)).status
    expect(await upload('category')).not.toBe(429)
    expect(await upload('subcategory')).not.toBe(429)
    expect(await upload('category')).toBe(429)
    expect((await (await asAdmin(server))('GET', SETTINGS)).status).toBe(200)
  })
})
