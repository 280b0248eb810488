import { expect, it } from 'vitest'
import { onPostgres } from '#server/testing/on-each-engine.ts'

onPostgres((start) => {
  it('does the work of a transaction once more when it was given up for another', async () => {
    await using server = await start()
    const { db, transaction } = server.database
    const ids = [Number((await server.addUser()).id), Number((await server.addUser()).id)]
    const holding = ids.map(() => Promise.withResolvers<void>())
    let attempts = 0
    const inOrder = async (order: number[], mine: PromiseWithResolvers<void> | undefined) =>
      transaction(async (trx) => {
        attempts += 1
        for (const id of order) {
          const older = trx.updateTable('users').set((eb) => ({ age: eb(eb.fn.coalesce('age', eb.lit(0)), '+', 1) }))
          await older.where('id', '=', id).execute()
          mine?.resolve()
          await Promise.all(holding.map(({ promise }) => promise))
        }
      })
    await Promise.all([inOrder(ids, holding[0]), inOrder(ids.toReversed(), holding[1])])
    expect(attempts).toBe(3)
    const rows = await db.selectFrom('users').select('age').where('id', 'in', ids).execute()
    expect(rows).toEqual([{ age: 2 }, { age: 2 }])
  })
})
