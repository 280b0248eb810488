import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { expect } from 'vitest'
import { HOUR, MINUTE } from '#server/domain/time.ts'
import { asAdmin, type Call, login, withToken } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'

const SESSIONS = '/api/admin/sessions'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const list = async (call: Call) => (await call<Schemas['Session'][]>('GET', SESSIONS)).body.data
const isLive = async (call: Call) => (await call('GET', '/api/admin/get-settings')).status === 200

onEachEngine(({ it }) => {
  it('lists active sessions with device and address, and marks the current one', async ({ server }) => {
    const { email, password } = server.admin
    const headers = { 'Content-Type': 'application/json', 'User-Agent': FIREFOX }
    const body = JSON.stringify({ email, password })
    const signIn = () =>
      server
        .from('203.0.113.7')
        .fetch(new Request(`${server.baseUrl}/api/admin/login`, { method: 'POST', headers, body }))
    await signIn()
    server.advance(HOUR)
    await signIn()
    server.advance(MINUTE)
    const call = await asAdmin(server)
    expect(await list(call)).toEqual([
      expect.objectContaining({ current: true, device: null }),
      expect.objectContaining({ current: false, device: 'Firefox on Linux', ip: '203.0.113.7' }),
    ])
  })

  it('shows a made-up User-Agent as one short line without control characters', async ({ server }) => {
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `Evil\u009B2J\u0085\t${'x'.repeat(15_000)}/1 (y)`,
    }
    const { email, password } = server.admin
    const body = JSON.stringify({ email, password })
    await server.fetch(new Request(`${server.baseUrl}/api/admin/login`, { method: 'POST', headers, body }))
    const otherSession = (await list(await asAdmin(server))).find(({ current }) => !current)
    expect(otherSession?.device).toMatch(/^Evil[ -~]{56}$/)
  })

  it('ends one session, and all others, at once in every process', async ({ server }) => {
    await using otherProcess = await server.startAnother()
    const [call, second] = [await asAdmin(server), await asAdmin(server)]
    const third = withToken(otherProcess, await server.signIn())
    const stranger = withToken(server, await server.signIn(await server.addAdmin({ email: 'other@example.com' })))
    const otherSession = (await list(call)).find(({ current }) => !current)
    expect((await stranger('DELETE', `${SESSIONS}/${otherSession?.id}`)).status).toBe(404)
    expect((await call('DELETE', `${SESSIONS}/${otherSession?.id}`)).status).toBe(200)
    expect((await call('DELETE', `${SESSIONS}/${otherSession?.id}`)).status).toBe(404)
    expect([await isLive(second), await isLive(third)].filter(Boolean)).toHaveLength(1)
    expect((await call('DELETE', SESSIONS)).body.data).toEqual({ ended: 1 })
    expect([await isLive(call), await isLive(second), await isLive(third), await isLive(stranger)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('tells the owner by mail of the first sign-in from a new location', async ({ server }) => {
    const subjects = async () => (await server.sendDueMails()).map(({ subject }) => subject)
    const from = (address: string) => login(server.from(address), server.admin)
    await from('203.0.113.1')
    await from('198.51.100.7')
    await from('198.51.100.7')
    expect(await subjects()).toEqual(['A sign-in to your Rapport account from a new location'])
  })
})

onPostgres(({ it }) => {
  it.for(['one session', 'all others'])(
    'ends %s by the first of two sessions that end each other',
    async (endedSessions, { server }) => {
      for (let trial = 0; trial < 5; trial += 1) {
        const calls = [await asAdmin(server), await asAdmin(server)]
        const paths = await Promise.all(
          calls.map(async (call) => {
            const otherSession = (await list(call)).find(({ current }) => !current)
            return endedSessions === 'all others' ? SESSIONS : `${SESSIONS}/${otherSession?.id}`
          }),
        )
        const responses = await Promise.all(calls.map(async (call, index) => call('DELETE', paths[index] ?? '')))
        expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
        for (const call of calls) await call('DELETE', SESSIONS)
        for (const call of calls) await call('POST', '/api/admin/logout')
      }
    },
  )
})
