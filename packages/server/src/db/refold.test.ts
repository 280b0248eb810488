import type { UserPage } from '@rapport/core/entities/users/user.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { asAdmin } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import type { Database } from './client.ts'
import { refold } from './refold.ts'

/** What an older version stored for these names. */
const old = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

async function readSchema({ db, engine }: Database): Promise<unknown[]> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql`select name, sql from sqlite_schema order by name`
      : sql`select indexname, indexdef from pg_indexes where schemaname = current_schema() order by indexname`
  ).execute(db)
  return rows
}

onEachEngine(({ it, start }) => {
  it('stores all texts as this version folds them, goes on after a kill, and runs once', async () => {
    await using server = await start()
    const { database } = server
    const { db } = database
    const person = (id: number, name: string) => ({
      id,
      first_name: name,
      name_folded: old(name),
      email: null,
      created_at: 0,
    })
    await db.deleteFrom('folds').execute()
    await db
      .insertInto('users')
      .values(Array.from({ length: 4500 }, (_, index) => person(1000 + index, 'Łukasz O’Brien')))
      .execute()
    const item = {
      entity: 'user',
      record_id: 1,
      name: 'Bjørn',
      search_text: old('Bjørn b@x.org'),
      row: '{}',
      deleted_at: 0,
      deleted_by: 1,
    }
    await db.insertInto('trash_items').values(item).execute()
    const category = (id: number, name: string) => ({
      id,
      name,
      name_key: name.toLowerCase(),
      slug: `${id}`,
      created_at: 0,
    })
    await db
      .insertInto('categories')
      .values([category(1, 'Couple’s Talk'), category(2, 'Couple‘s  Talk')])
      .execute()
    const position = (id: number, category_id: number) => ({
      id,
      category_id,
      name: 'A–B',
      name_key: 'a–b',
      created_at: 0,
    })
    await db
      .insertInto('positions')
      .values([position(1, 1), position(2, 2)])
      .execute()

    const duplicates: unknown[] = []
    const log = { onProgress: () => undefined, onDuplicate: (...duplicate: unknown[]) => duplicates.push(duplicate) }
    let transactions = 0
    const killed = {
      ...database,
      transaction: (async (work) => {
        transactions += 1
        if (transactions % 6 === 0) throw new Error('killed')
        return database.transaction(work)
      }) as typeof database.transaction,
    }
    const schema = await readSchema(database)
    // It would never end if it began anew.
    let kills = 0
    for (let isDone = false; !isDone;) {
      try {
        await refold(killed, log)
        isDone = true
      } catch (error) {
        expect(error).toEqual(new Error('killed'))
        kills += 1
      }
    }
    expect(kills).toBeGreaterThan(2)
    expect(await readSchema(database)).toEqual(schema)
    const { body } = await (
      await asAdmin(server)
    )<UserPage>('GET', "/api/admin/users?search=o'brien+lukasz&page_size=1")
    expect(body.data.total).toBe(4500)
    const done = () =>
      db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('name_folded', '=', "lukasz o'brien")
        .executeTakeFirst()
    expect(await done()).toEqual({ n: 4500 })
    expect(await db.selectFrom('trash_items').select('search_text').execute()).toEqual([
      { search_text: 'bjorn bjorn b@x.org' },
    ])
    expect(await db.selectFrom('categories').select('name_key').orderBy('id').execute()).toEqual([
      { name_key: "couple's talk" },
      { name_key: 'couple‘s  talk' },
    ])
    expect(await db.selectFrom('positions').select('name_key').orderBy('id').execute()).toEqual([
      { name_key: 'a-b' },
      { name_key: 'a-b' },
    ])
    expect(duplicates).toEqual([['categories', 2, 'Couple‘s  Talk']])

    await db.updateTable('users').set({ name_folded: 'untouched' }).where('id', '=', 1000).execute()
    await refold(database, log)
    expect(await done()).toEqual({ n: 4499 })
  })
})
