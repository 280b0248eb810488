import { selectUsers } from '@rapport/core/client/select-users.ts'
import { expect } from 'vitest'
import { asAdmin } from '#server/testing/call.ts'
import { CONCURRENT_CALLS, concurrently } from '#server/testing/database/concurrency.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import { allUsers, variedUsers } from '#server/testing/varied-users.ts'
import { readCounts, compactUserCounts } from './user-counts.repo.ts'

onEachEngine(({ it, start }) => {
  it('updates counts when a user is added, changed or deleted', async () => {
    await using server = await start({ users: [{ first_name: 'Éva' }] })
    const call = await asAdmin(server)
    const total = async () =>
      (await call<{ total: number }>('GET', '/api/admin/users?page=1&search=eva')).body.data.total
    expect(await total()).toBe(1)
    const { id } = await server.addUser({ last_name: 'Evans' })
    expect(await total()).toBe(2)
    await server.database.db.updateTable('users').set({ name_folded: 'unknown' }).where('id', '=', Number(id)).execute()
    expect(await total()).toBe(1)
    await server.database.db.deleteFrom('users').where('name_folded', '=', 'eva user').execute()
    expect(await total()).toBe(0)
  })

  it('keeps counts right under concurrent writes', async () => {
    await using server = await start({ users: variedUsers })
    const { db, engine } = server.database
    await concurrently(CONCURRENT_CALLS, async (worker) => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await server.addUser({ role: ['admin', 'user', null][worker % 3] ?? null })
        await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', Number(id)).execute()
        if (worker === 0) await compactUserCounts(db, engine)
        if (round % 2 === 0) await db.deleteFrom('users').where('id', '=', Number(id)).execute()
      }
    })
    await compactUserCounts(db, engine)
    const expected = selectUsers(await allUsers(server), {}).summary
    expect((await readCounts(db)).summary).toEqual(expected)
    expect(expected.total).toBe(61 + CONCURRENT_CALLS * 2)
  })

  it('rolls back the count with the write', async ({ server }) => {
    const { db, transaction } = server.database
    const summaryBefore = (await readCounts(db)).summary
    const failing = transaction(async (trx) => {
      await trx.deleteFrom('users').execute()
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect((await readCounts(db)).summary).toEqual(summaryBefore)
  })
})

onPostgres(({ it }) => {
  it('adds a user without waiting for another writer', async ({ server }) => {
    const { db, transaction } = server.database
    const added = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const firstWriter = transaction(async (trx) => {
      await trx.insertInto('users').values({ created_at: 0, role: 'user' }).execute()
      added.resolve()
      await released.promise
    })
    await added.promise
    // The first transaction is still open: with one row per count, this insert would wait until it times out.
    await db.insertInto('users').values({ created_at: 0, role: 'user' }).execute()
    await compactUserCounts(db, 'postgres')
    released.resolve()
    await firstWriter
    expect((await readCounts(db)).summary).toMatchObject({ total: 3, basic: 2 })
  })
})
