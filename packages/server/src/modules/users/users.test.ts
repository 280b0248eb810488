import type { UserPage } from '@rapport/core/users/user.ts'
import { describe, expect, it } from 'vitest'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import type { TestServer } from '#server/testing/start.ts'
import { type Answer, asAdmin } from '#server/testing/call.ts'

const usersOf = (answer: Answer<UserPage>) => answer.body.data.users.map(({ id }) => id)

onEachEngine((start) => {
  describe('listUsers', () => {
    it('answers all users without a query, the admin among them', async () => {
      await using server = await start({ users: [{ first_name: 'Éva' }, { email: 'bo@example.com' }] })
      const answer = await (await asAdmin(server))<UserPage>('GET', '/api/admin/users')
      expect(answer).toMatchObject({ status: 200, body: { code: 200, data: { users: { length: 3 } } } })
      expect(Object.keys(answer.body.data)).toEqual(['users'])
    })

    it('answers a user as the contract describes one, with null for what is missing', async () => {
      await using server = await start()
      const user = await server.addUser({
        first_name: null,
        last_name: null,
        role: null,
        joined_date: '2026-01-31T10:00:00.000Z',
      })
      const answer = await (await asAdmin(server))<UserPage>('GET', `/api/admin/users?search=${user.id}`)
      expect(answer.body.data.users.at(-1)).toEqual({
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

    it('counts the matches on all pages and summarizes all users', async () => {
      await using server = await start({
        users: [{ status: 'suspended' }, { role: null }, { role: 'admin' }, { role: 'user' }, { role: 'user' }],
      })
      const answer = await (await asAdmin(server))<UserPage>('GET', '/api/admin/users?role=user&page=2&page_size=2')
      expect(answer.body.data).toMatchObject({
        users: { length: 1 },
        total: 3,
        summary: { total: 6, active: 5, pro: 2, basic: 3, none: 1 },
      })
    })

    it('includes both ends of the joining range', async () => {
      await using server = await start()
      const first = await server.addUser({ joined_date: '2026-03-01T00:00:00.000Z' })
      const last = await server.addUser({ joined_date: '2026-03-31T23:59:59.999Z' })
      await server.addUser({ joined_date: '2026-04-01T00:00:00.000Z' })
      const range = 'joined_from=2026-03-01T00:00:00Z&joined_to=2026-03-31T23:59:59.999Z'
      expect(usersOf(await (await asAdmin(server))('GET', `/api/admin/users?${range}`))).toEqual([first.id, last.id])
    })

    it('takes the signs of a pattern in a search for what they are', async () => {
      await using server = await start({
        users: [{ first_name: '100%' }, { first_name: 'a_b' }, { first_name: String.raw`a\b` }],
      })
      const call = await asAdmin(server)
      for (const search of ['%', '_', '\\']) {
        const answer = await call<UserPage>('GET', `/api/admin/users?search=${encodeURIComponent(search)}`)
        expect({ search, total: answer.body.data.total }).toEqual({ search, total: 1 })
      }
    })

    it('refuses a query that is not of the contract, and names the field', async () => {
      await using server = await start()
      const call = await asAdmin(server)
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

    it('refuses NUL in a search', async () => {
      await using server = await start()
      expect((await (await asAdmin(server))('GET', '/api/admin/users?search=a%00')).status).toBe(400)
    })

    it('ignores the query where paging is off', async () => {
      await using server = await start({ extensions: [], users: [{}, {}] })
      const answer = await (await asAdmin(server))<UserPage>('GET', '/api/admin/users?page=1&page_size=1&whatever=1')
      expect(answer.body.data.users).toHaveLength(3)
      expect(answer.body.data).not.toHaveProperty('total')
    })
  })

  describe('deleteUser', () => {
    it('deletes a user, and answers 404 the second time', async () => {
      await using server = await start()
      const { id } = await server.addUser()
      const call = await asAdmin(server)
      expect(await call('DELETE', `/api/admin/users/${id}`)).toMatchObject({ status: 200, body: { code: 200 } })
      expect(await call('DELETE', `/api/admin/users/${id}`)).toMatchObject({ status: 404, body: { code: 404 } })
    })

    it('answers 404 for what cannot be an id', async () => {
      await using server = await start()
      const call = await asAdmin(server)
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

    it('needs a token', async () => {
      await using server = await start()
      const { id } = await server.addUser()
      const response = await server.fetch(new Request(`${server.baseUrl}/api/admin/users/${id}`, { method: 'DELETE' }))
      expect(response.status).toBe(401)
      expect(await countUsers(server)).toBe(2)
    })

    it('refuses to delete oneself', async () => {
      await using server = await start()
      const answer = await (await asAdmin(server))('DELETE', `/api/admin/users/${server.admin.id}`)
      expect(answer).toMatchObject({ status: 409, body: { message: 'You cannot delete your own account.' } })
    })

    it('deletes another admin, whose token then is worth nothing', async () => {
      await using server = await start()
      const other = await server.addAdmin({ email: 'other@example.com' })
      const otherCall = await asAdmin(server, other)
      expect((await (await asAdmin(server))('DELETE', `/api/admin/users/${other.id}`)).status).toBe(200)
      expect((await otherCall('GET', '/api/admin/users')).status).toBe(401)
      const sessions = server.database.db.selectFrom('sessions').select('user_id').where('user_id', '=', other.id)
      expect(await sessions.execute()).toEqual([])
    })
  })
})

onPostgres((start) => {
  it('leaves an admin who can sign in when two delete each other at the same time', async () => {
    await using server = await start()
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

  it('would leave none by counting first and deleting then', async () => {
    await using server = await start()
    const other = await server.addAdmin({ email: 'other@example.com' })
    const counted = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await Promise.all(
      [server.admin.id, other.id].map((id, index) =>
        server.database.transaction(async (trx) => {
          const admins = await trx.selectFrom('users').select('id').where('role', '=', 'admin').execute()
          counted[index]?.resolve()
          await Promise.all(counted.map(({ promise }) => promise))
          if (admins.length > 1) await trx.deleteFrom('users').where('id', '=', id).execute()
        }),
      ),
    )
    expect(await countUsers(server)).toBe(0)
  })
})

async function countUsers({ database }: TestServer): Promise<number> {
  const rows = await database.db.selectFrom('users').select('id').execute()
  return rows.length
}
