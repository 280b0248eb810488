import type { UserPage } from '@rapport/core/entities/users/user.ts'
import { describe, expect } from 'vitest'
import { asAdmin } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import type { TestServer } from '#server/testing/start.ts'

onEachEngine(({ it, start }) => {
  describe('listUsers', () => {
    it('returns all users without a query, including the admin', async () => {
      await using server = await start({ users: [{ first_name: 'Éva' }, { email: 'bo@example.com' }] })
      const response = await (await asAdmin(server))<UserPage>('GET', '/api/admin/users')
      expect(response).toMatchObject({ status: 200, body: { code: 200, data: { users: { length: 3 } } } })
      expect(Object.keys(response.body.data)).toEqual(['users'])
    })

    it('returns a user as in the contract, with null for missing fields', async ({ server }) => {
      const user = await server.addUser({
        first_name: null,
        last_name: null,
        role: null,
        joined_date: '2026-01-31T10:00:00.000Z',
      })
      const response = await (await asAdmin(server))<UserPage>('GET', `/api/admin/users?search=${user.id}`)
      expect(response.body.data.users.at(-1)).toEqual({
        id: user.id,
        first_name: null,
        last_name: null,
        email: null,
        profile_image: null,
        created_at: user.created_at,
        joined_date: '2026-01-31T10:00:00.000Z',
        age: null,
        gender: null,
        status: 'active',
        role: null,
        profile_completed: null,
      })
    })

    it('refuses an invalid query, and names the field', async ({ call }) => {
      const refused = {
        'page=0': 'page',
        'page=1.5': 'page',
        'page=1&page=2': 'page',
        'page_size=1001': 'page_size',
        'sort=password_hash': 'sort',
        'joined_from=2026-02-30T00:00:00Z': 'joined_from',
        'joined_to=yesterday': 'joined_to',
        'pagesize=12': 'pagesize',
        'constructor=1': 'constructor',
        '__proto__=1': '__proto__',
      }
      for (const [query, field] of Object.entries(refused)) {
        const { status, body } = await call('GET', `/api/admin/users?${query}`)
        expect({ query, status, fields: Object.keys(body.errors ?? {}) }).toEqual({
          query,
          status: 400,
          fields: [field],
        })
      }
    })

    it('ignores the query if paging is off', async () => {
      await using server = await start({ extensions: [], users: [{}, {}] })
      const response = await (await asAdmin(server))<UserPage>('GET', '/api/admin/users?page=1&page_size=1&whatever=1')
      expect(response.body.data.users).toHaveLength(3)
      expect(response.body.data).not.toHaveProperty('total')
    })
  })

  describe('deleteUser', () => {
    it('deletes a user, and responds with 404 the second time', async ({ server, call }) => {
      const { id } = await server.addUser()
      expect(await call('DELETE', `/api/admin/users/${id}`)).toMatchObject({ status: 200, body: { code: 200 } })
      expect(await call('DELETE', `/api/admin/users/${id}`)).toMatchObject({ status: 404, body: { code: 404 } })
    })

    it('responds with 404 for an invalid id', async ({ call }) => {
      const tooLong = '1'.repeat(2000)
      for (const id of [
        '0',
        '-1',
        '1e3',
        '1.5',
        'abc',
        '9999999999999999',
        '99999999999999999999',
        tooLong,
        '%00',
        "1'--",
      ]) {
        const { status } = await call('DELETE', `/api/admin/users/${id}`)
        expect({ id, status }).toEqual({ id, status: 404 })
      }
    })

    it('refuses to let admins delete their own account', async ({ server }) => {
      const response = await (await asAdmin(server))('DELETE', `/api/admin/users/${server.admin.id}`)
      expect(response).toMatchObject({ status: 409, body: { message: 'You cannot delete your own account.' } })
    })

    it('deletes another admin and ends their session', async ({ server }) => {
      const otherAdmin = await server.addAdmin({ email: 'other@example.com' })
      const otherCall = await asAdmin(server, otherAdmin)
      expect((await (await asAdmin(server))('DELETE', `/api/admin/users/${otherAdmin.id}`)).status).toBe(200)
      expect((await otherCall('GET', '/api/admin/users')).status).toBe(401)
      const sessions = server.database.db.selectFrom('sessions').select('user_id').where('user_id', '=', otherAdmin.id)
      expect(await sessions.execute()).toEqual([])
    })
  })
})

onPostgres(({ it }) => {
  it('keeps one admin when two delete each other at the same time', async ({ server }) => {
    const pro = await server.addUser({ email: 'pro@example.com', role: 'admin' })
    const suspended = await server.addAdmin({ email: 'suspended@example.com', status: 'suspended' })
    const trials = 25
    for (let trial = 0; trial < trials; trial += 1) {
      const pair = [
        await server.addAdmin({ email: `a${trial}@example.com` }),
        await server.addAdmin({ email: `b${trial}@example.com` }),
      ] as const
      await server.database.db
        .deleteFrom('users')
        .where('id', 'not in', [...pair, suspended].map(({ id }) => id).concat(Number(pro.id)))
        .execute()
      const calls = await Promise.all(pair.map((admin) => asAdmin(server, admin)))
      await Promise.all(calls.map((call, index) => call('DELETE', `/api/admin/users/${pair[1 - index]?.id}`)))
      expect(await countUsers(server)).toBe(3)
    }
  })
})

async function countUsers({ database }: TestServer): Promise<number> {
  const rows = await database.db.selectFrom('users').select('id').execute()
  return rows.length
}
