import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { hasPostgres, startPostgres } from '#server/testing/postgres.ts'
import { type Database, openPostgres, openSqlite } from './client.ts'
import { insertDemo } from './demo/demo.ts'
import { migrate } from './migrate.ts'
import { initial } from './migrations/0001-initial.ts'

/** The images of a database as the first version left it, with sample data, and after it was brought up, twice. */
async function imagesBroughtUp(database: Database) {
  const { db, engine } = database
  const first = { getMigrations: async () => ({ '0001-initial': initial(engine) }) }
  const { error } = await new Migrator({ db, provider: first }).migrateToLatest()
  if (error) throw error
  await insertDemo(db, { users: 3, now: new Date() })
  const before = await db.selectFrom('images').select(['sha256', 'bytes']).orderBy('sha256').execute()

  await migrate(database)
  await migrate(database)
  const after = await db.selectFrom('images').select(['sha256', 'bytes', 'preview']).orderBy('sha256').execute()
  return { before, after }
}

it('brings a SQLite database of the first version up, and leaves all that is in it', async () => {
  const database = await openSqlite(':memory:')
  const { before, after } = await imagesBroughtUp(database)
  expect(before.length).toBeGreaterThan(0)
  expect(after).toMatchObject(before)
  expect(after.map(({ preview }) => preview)).toEqual(before.map(() => null))
  await database.close()
})

it.skipIf(!hasPostgres)(
  'brings a PostgreSQL database of the first version up just the same',
  async () => {
    const postgres = await startPostgres()
    const database = await openPostgres(await postgres.createDatabase(), (error) => {
      throw error
    })
    const { before, after } = await imagesBroughtUp(database)
    expect(before.length).toBeGreaterThan(0)
    expect(after).toMatchObject(before)
    expect(after.map(({ preview }) => preview)).toEqual(before.map(() => null))
    await database.close()
    await postgres.stop()
  },
  30_000,
)
