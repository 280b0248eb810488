import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { UserPage } from '@rapport/core/entities/users/user.ts'
import { describe, expect } from 'vitest'
import { asAdmin, type Call, login, withToken } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { obtainCode } from '#server/testing/password-reset.ts'

type Input = Schemas['UserStatusInput']

const PATH = '/api/admin/users/status'
const setStatus = (call: Call, action: Input['action'], ids: Input['ids'], reason?: string) =>
  call<Schemas['UserStatusResults']>('POST', PATH, { action, ids, ...(reason !== undefined && { reason }) })
const find = async (call: Call, id: unknown) =>
  (await call<UserPage>('GET', `/api/admin/users?id=${String(id)}`)).body.data.users[0]
const historyOf = async (call: Call, id: unknown) =>
  (await call<Schemas['HistoryPage']>('GET', `/api/admin/history?entity=user&record_id=${String(id)}`)).body.data.events

onEachEngine(({ it }) => {
  it('suspends with a reason, and puts back the status that each user had', async ({ server, call }) => {
    const users = [
      await server.addUser({ status: 'inactive' }),
      await server.addUser({ status: null }),
      await server.addUser(),
    ]
    const ids = users.map(({ id }) => id)
    const done = ids.map((id) => ({ id, code: 200 }))
    expect((await setStatus(call, 'suspend', ids, 'Spam')).body.data.results).toEqual(done)
    const suspended = await find(call, ids[0])
    const at = server.clock().toISOString()
    expect(suspended).toMatchObject({ status: 'suspended', suspension: { by: server.admin.id, reason: 'Spam', at } })
    // A second suspension changes nothing, not even the status to put back.
    expect((await setStatus(call, 'suspend', ids)).body.data.results).toEqual(done)
    const { body } = await call<UserPage>('GET', '/api/admin/users?status=suspended&page=1')
    expect(body.data).toMatchObject({ total: 3, statuses: expect.arrayContaining([{ value: 'suspended', users: 3 }]) })
    expect((await setStatus(call, 'reactivate', ids, 'Sorry')).body.data.results).toEqual(done)
    for (const user of users) expect(await find(call, user.id)).toEqual(user)
    expect(await historyOf(call, ids[0])).toMatchObject([
      { event: 'user.reactivated', detail: 'Sorry', actor_name: 'Ada Admin' },
      { event: 'user.suspended', detail: 'Spam', actor_name: 'Ada Admin' },
    ])
  })

  it('reactivates as active whoever was suspended elsewhere', async ({ server, call }) => {
    const { id } = await server.addUser({ status: 'suspended' })
    expect((await setStatus(call, 'suspend', [id])).status).toBe(200)
    expect((await setStatus(call, 'reactivate', [String(id)])).status).toBe(200)
    expect(await find(call, id)).toMatchObject({ status: 'active' })
  })

  it('refuses unknown ids, yourself and the last admin, one by one', async ({ server, call }) => {
    const { id } = await server.addUser()
    const own = server.admin.id
    const codes = (await setStatus(call, 'suspend', [id, own, 999_999, 'x', 'y', id])).body.data.results
    expect(codes.map((result) => [result.id, result.code])).toEqual([
      [id, 200],
      [own, 409],
      [999_999, 404],
      ['x', 404],
      ['y', 404],
    ])
    expect((await setStatus(call, 'suspend', [own])).body).toMatchObject({
      code: 409,
      message: 'You cannot suspend your own account.',
    })
    expect((await setStatus(call, 'suspend', ['x'])).status).toBe(404)
    for (const reason of ['', 'x'.repeat(501)])
      expect((await setStatus(call, 'suspend', [id], reason)).status).toBe(400)
  })

  it('stays suspended through the trash', async ({ server, call }) => {
    const { id } = await server.addUser()
    await setStatus(call, 'suspend', [id], 'Spam')
    const suspended = await find(call, id)
    await call('DELETE', `/api/admin/users/${id}`)
    const { items } = (await call<Schemas['TrashPage']>('GET', '/api/admin/trash')).body.data
    await call('POST', '/api/admin/trash/restore', { ids: [items[0]?.id] })
    expect(await find(call, id)).toEqual(suspended)
    await setStatus(call, 'reactivate', [id])
    expect(await find(call, id)).toMatchObject({ status: 'active' })
  })

  it.for(['erase', 'purge'])('forgets the reasons with the person: %s', async (way, { server, call }) => {
    const { id } = await server.addUser()
    await setStatus(call, 'suspend', [id], 'Wrote to Eva')
    await call('DELETE', `/api/admin/users/${id}${way === 'erase' ? '?erase=true' : ''}`)
    if (way === 'purge') await call('DELETE', '/api/admin/trash')
    expect((await historyOf(call, id)).map(({ event, detail }) => [event, detail])).toContainEqual([
      'user.suspended',
      null,
    ])
    expect(await server.database.db.selectFrom('event_reasons').selectAll().execute()).toEqual([])
  })

  describe('a suspended admin', () => {
    it('is signed out, loses API tokens and codes, and is told so with the right password only', async ({
      server,
      call,
    }) => {
      const admin = await server.addAdmin({ email: 'eva@example.com' })
      const session = await asAdmin(server, admin)
      const token = { name: 'CI', scopes: ['read'], expires_in_days: 1 }
      const { secret } = (await session<{ secret: string }>('POST', '/api/admin/tokens', token)).body.data
      const code = await obtainCode(server, admin.email)
      expect((await setStatus(call, 'suspend', [admin.id])).status).toBe(200)
      for (const revoked of [session, withToken(server, secret)])
        expect((await revoked('GET', '/api/admin/users?page=1')).status).toBe(401)
      const right = await login(server, admin)
      expect(right).toMatchObject({
        status: 401,
        body: { message: 'This account is suspended. Another admin can reactivate it.' },
      })
      const wrong = await login(server, { ...admin, password: 'wrong' })
      expect(wrong).toMatchObject({ status: 401, body: { message: 'Wrong email or password.' } })
      await setStatus(call, 'reactivate', [admin.id])
      // What was revoked stays so.
      for (const revoked of [session, withToken(server, secret)])
        expect((await revoked('GET', '/api/admin/users?page=1')).status).toBe(401)
      const verify = await withToken(server, undefined)('POST', '/api/admin/verify-otp', {
        email: admin.email,
        otp: code,
      })
      expect(verify.status).toBeGreaterThanOrEqual(400)
      expect((await login(server, admin)).status).toBe(200)
    })

    it('is out of reach of an API token', async ({ server, call }) => {
      const admin = await server.addAdmin({ email: 'eva@example.com' })
      const { id } = await server.addUser()
      const input = { name: 'CI', scopes: ['users'], expires_in_days: 1 }
      const { secret } = (await call<{ secret: string }>('POST', '/api/admin/tokens', input)).body.data
      const { results } = (await setStatus(withToken(server, secret), 'suspend', [admin.id, id])).body.data
      expect(results.map(({ code }) => code)).toEqual([403, 200])
      expect((await login(server, admin)).status).toBe(200)
    })
  })
})
