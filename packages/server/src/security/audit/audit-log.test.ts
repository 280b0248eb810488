import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { afterCommit } from '#server/db/client.ts'
import { DAY, HOUR, MINUTE } from '#server/domain/time.ts'
import { asAdmin, login } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'
import { obtainCode, resetPassword, verifyOtp, wrongCode } from '#server/testing/password-reset.ts'
import type { TestServer } from '#server/testing/start.ts'

const NOWHERE = 'unknown@example.com'

async function rowsOf({ database: { db } }: TestServer, ...events: string[]) {
  const rows = await db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  return rows.filter(({ event }) => events.length === 0 || events.includes(event))
}

/** Returns the rows that the work has added, and its result. */
async function rowsAddedBy<T>(server: TestServer, work: () => Promise<T>) {
  const countBefore = (await rowsOf(server)).length
  const response = await work()
  return { response, rows: (await rowsOf(server)).slice(countBefore) }
}

const signInAt = (server: TestServer, email: string, password: string, address = '192.0.2.1') =>
  login(server.from(address), { email, password })

const PRODUCT = { product_id: 'a.b', name: 'A', price: 1.5, currency: 'EUR', billing_cycle: 'monthly' }

onEachEngine(({ it, start }) => {
  describe('what an admin does', () => {
    it('is recorded with who, what, from where and in which request', async ({ server, call }) => {
      const { id } = await server.addUser()
      const { response, rows } = await rowsAddedBy(server, () => call('DELETE', `/api/admin/users/${id}`))
      expect(rows).toEqual([
        {
          id: expect.any(Number),
          at: expect.any(Number),
          event: 'user.deleted',
          actor: 'admin',
          actor_id: server.admin.id,
          target_type: 'user',
          target_id: Number(id),
          email_mac: null,
          ip: '127.0.0.1',
          request_id: response.headers.get('X-Request-Id'),
          detail: null,
          changes: null,
        },
      ])
    })

    it('is recorded for each category, position and product that is added, changed or deleted', async ({
      server,
      call,
    }) => {
      const create = async (path: string, body: unknown) =>
        (await call<{ id: number }>('POST', path, body)).body.data.id
      const category_image = samplePng()
      const category = await create('/api/admin/category', formOf({ category_name: 'C', category_image }))
      await call('POST', '/api/admin/category', formOf({ id: category, category_name: 'D' }))
      const texts = { category_id: category, subcategory_name: 'P' }
      const position = await create('/api/admin/subcategory', formOf({ ...texts, sub_cat_image: samplePng() }))
      await call('POST', '/api/admin/subcategory', formOf({ ...texts, id: position, tips: 'T' }))
      await call('DELETE', `/api/admin/subcategory/${position}`)
      await call('DELETE', `/api/admin/category/${category}`)
      const product = await create('/api/admin/subscription-products', PRODUCT)
      await call('PUT', `/api/admin/subscription-products/${product}`, { ...PRODUCT, name: 'B' })
      await call('DELETE', `/api/admin/subscription-products/${product}`)
      const rows = await rowsOf(server)
      expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([server.admin.id]))
      const events = rows.map((row) => [row.event, row.target_type, row.target_id])
      expect(events.slice(1)).toEqual([
        ['category.created', 'category', category],
        ['category.updated', 'category', category],
        ['position.created', 'position', position],
        ['position.updated', 'position', position],
        ['position.deleted', 'position', position],
        ['category.deleted', 'category', category],
        ['product.created', 'product', product],
        ['product.updated', 'product', product],
        ['product.deleted', 'product', product],
      ])
    })

    it('is recorded separately for profile and password, without their values', async ({ server, call }) => {
      const profile = { email: server.admin.email, first_name: 'Ada', last_name: 'A' }
      const update = (body: object) => rowsAddedBy(server, () => call('POST', '/api/admin/update-settings', body))
      expect((await update(profile)).rows).toMatchObject([{ event: 'settings.updated', detail: null }])
      const { rows } = await update({ ...profile, email: 'new@example.com', password: 'quite a new passphrase' })
      expect(rows).toMatchObject([{ event: 'settings.updated', detail: 'email' }, { event: 'password.changed' }])
      expect(JSON.stringify(rows)).not.toMatch(/new@example|passphrase/)
    })

    it('is not recorded if it is refused or rolled back', async ({ server, call }) => {
      const { response, rows } = await rowsAddedBy(server, async () => [
        await call('DELETE', '/api/admin/users/999999'),
        await call('DELETE', `/api/admin/users/${server.admin.id}`),
        await call('POST', '/api/admin/category', formOf({ category_name: 'C' })),
        await call('PUT', '/api/admin/subscription-products/9', PRODUCT),
        await call('POST', '/api/admin/update-settings', { email: ' ', first_name: 'A', last_name: 'B' }),
      ])
      expect(response.map(({ status }) => status)).toEqual([404, 409, 422, 404, 400])
      expect(rows).toEqual([])
      await call('POST', '/api/admin/subscription-products', PRODUCT)
      const repeated = await rowsAddedBy(server, () => call('POST', '/api/admin/subscription-products', PRODUCT))
      expect([repeated.response.status, repeated.rows]).toEqual([409, []])
    })

    it('fails if it cannot be recorded', async ({ server, call }) => {
      const { id } = await server.addUser()
      await sql`alter table audit_events rename to gone`.execute(server.database.db)
      expect((await call('DELETE', `/api/admin/users/${id}`)).status).toBe(500)
      await sql`alter table gone rename to audit_events`.execute(server.database.db)
      const query = server.database.db.selectFrom('users').select('id').where('id', '=', Number(id))
      expect(await query.execute()).toHaveLength(1)
    })
  })

  describe('signing in and out', () => {
    it('is recorded for each success, failure, limit and sign-out', async ({ server }) => {
      const { id, email } = server.admin
      const { rows } = await rowsAddedBy(server, async () => {
        await (
          await asAdmin(server)
        )('POST', '/api/admin/logout')
        for (let count = 0; count < 5; count += 1) await signInAt(server, email, 'wrong')
        await signInAt(server, email, 'wrong')
      })
      expect(rows.map(({ event, actor, actor_id, target_id }) => [event, actor, actor_id, target_id])).toEqual([
        ['sign_in.succeeded', 'admin', id, id],
        ['sign_out', 'admin', id, id],
        ...Array.from({ length: 5 }, () => ['sign_in.failed', 'anyone', null, id]),
        ['sign_in.limited', 'anyone', null, null],
      ])
      expect(rows.at(-1)).toMatchObject({ ip: '192.0.2.1', request_id: expect.stringMatching(/^[\da-f-]{36}$/) })
    })

    it('is recorded with a digest of an unknown address, ignoring its case', async ({ server }) => {
      await signInAt(server, NOWHERE, 'hunter2hunter2')
      await signInAt(server, NOWHERE.toUpperCase(), 'hunter2hunter2')
      await signInAt(server, `x${NOWHERE}`, 'hunter2hunter2')
      const rows = await rowsOf(server, 'sign_in.failed')
      expect(new Set(rows.map(({ email_mac }) => email_mac)).size).toBe(2)
      expect(JSON.stringify(rows)).not.toMatch(/unknown|hunter2/i)
    })

    it('records a limited sign-in once in 5 minutes per IP block, so that a flood cannot fill the disk', async ({
      server,
    }) => {
      for (let count = 0; count < 60; count += 1) await signInAt(server, `${count}@example.com`, 'wrong')
      expect(await rowsOf(server, 'sign_in.failed')).toHaveLength(20)
      expect(await rowsOf(server, 'sign_in.limited')).toHaveLength(1)
      server.advance(5 * MINUTE)
      for (let count = 0; count < 30; count += 1) await signInAt(server, `${count}@example.com`, 'wrong')
      expect(await rowsOf(server, 'sign_in.limited')).toHaveLength(2)
    })

    it('records 1000 failures an hour about no account, and all about one', async ({ server }) => {
      const code = await obtainCode(server, server.admin.email)
      const guess = (email: string, index: number) =>
        verifyOtp(server.from(`198.51.${index >> 8}.${index & 255}`), email, wrongCode(code))
      for (let index = 0; index < 1010; index += 1) {
        expect((await guess(`${index}@example.com`, index)).status).toBe(401)
      }
      await guess(server.admin.email, 2000)
      const failures = await rowsOf(server, 'code.failed')
      expect(failures).toHaveLength(1001)
      expect(failures.at(-1)).toMatchObject({ target_id: server.admin.id })
      server.advance(HOUR)
      await guess(NOWHERE, 2001)
      expect(await rowsOf(server, 'code.failed')).toHaveLength(1002)
    }, 120_000)
  })

  describe('a reset by mail', () => {
    it('is recorded for each code requested, sent, wrong and right, and for the new password', async ({ server }) => {
      const { id, email } = server.admin
      const { rows } = await rowsAddedBy(server, async () => {
        const code = await obtainCode(server, email)
        await verifyOtp(server, email, wrongCode(code))
        const { body } = await verifyOtp(server, email, code)
        await resetPassword(server, body.data.reset_token, 'quite a new passphrase')
      })
      expect(rows.map(({ event, actor, actor_id, target_id }) => [event, actor, actor_id, target_id])).toEqual([
        ['code.requested', 'anyone', null, null],
        ['code.issued', 'server', null, id],
        ['code.failed', 'anyone', null, id],
        ['code.verified', 'anyone', null, id],
        ['password.reset', 'admin', id, id],
      ])
      expect(JSON.stringify(rows)).not.toMatch(/admin@example|passphrase/)
    })
  })

  describe('the log', () => {
    it('refuses to change rows, and to delete recent ones', async ({ server }) => {
      await server.signIn()
      const { db } = server.database
      const refusal = 'the audit log can only be added to'
      await expect(db.updateTable('audit_events').set({ ip: null }).execute()).rejects.toThrow(refusal)
      await expect(db.deleteFrom('audit_events').execute()).rejects.toThrow(refusal)
      expect(await rowsOf(server)).toHaveLength(1)
    })

    it('is in the log of the process too, if that is on: ids and names of fields, once they are committed', async () => {
      const lines: Record<string, unknown>[] = []
      const onLogLine = (line: string) => void lines.push(JSON.parse(line))
      await using server = await start({ onLogLine, logsAudit: true })
      const call = await asAdmin(server)
      const user = await server.addUser({ first_name: 'Canary', email: 'canary@example.com' })
      await call('POST', '/api/admin/subscription-products', { ...PRODUCT, name: 'canary' })
      await call('POST', '/api/admin/subscription-products', { ...PRODUCT, name: 'canary' })
      await call('DELETE', `/api/admin/users/${user.id}`)
      const profile = { email: server.admin.email, first_name: 'Canary', last_name: 'A' }
      await call('POST', '/api/admin/update-settings', profile)
      await login(server, { email: 'canary@example.com', password: 'canary canary' })
      const logged = lines.filter(({ msg }) => msg === 'audit')
      expect(logged.map(({ event }) => event)).toEqual((await rowsOf(server)).map(({ event }) => event))
      expect(logged[1]).toMatchObject({
        level: 30,
        event: 'product.created',
        actor: 'admin',
        actor_id: server.admin.id,
      })
      expect(logged[1]).toMatchObject({ target_type: 'product', request_id: expect.any(String), ip: '127.0.0.1' })
      expect(logged[1]?.['fields']).toEqual(expect.arrayContaining(['product_id', 'price']))
      expect(logged.find(({ event }) => event === 'settings.updated')?.['fields']).toContain('first_name')
      expect(JSON.stringify(logged)).not.toMatch(/canary/i)
    })

    it('is in the log of the process only for what has been committed', async ({ server }) => {
      const done: string[] = []
      const { transaction, db } = server.database
      const undone = transaction(async (trx) => {
        afterCommit(trx, () => void done.push('undone'))
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await transaction(async (trx) => {
        afterCommit(trx, () => void done.push('committed'))
        expect(done).toEqual([])
      })
      afterCommit(db, () => void done.push('outside'))
      expect(done).toEqual(['committed', 'outside'])
    })

    it('deletes rows after the set time', async () => {
      await using server = await start({ auditDays: 100 })
      const add = (days: number) =>
        server.database.db
          .insertInto('audit_events')
          .values({ at: server.clock().getTime() - days * DAY, event: `${days} days old`, actor: 'server' })
          .execute()
      for (const days of [101.1, 100.9, 2]) await add(days)
      await server.sweep()
      expect((await rowsOf(server)).map(({ event }) => event)).toEqual(['100.9 days old', '2 days old'])
    })
  })
})

onPostgres(({ it }) => {
  it('refuses to truncate the log', async ({ server }) => {
    await expect(sql`truncate audit_events cascade`.execute(server.database.db)).rejects.toThrow('can only be added to')
  })
})
