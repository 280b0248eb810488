import { expect, it } from 'vitest'
import { openPostgres } from '#server/db/client.ts'
import { hasPostgres, startPostgres } from './postgres.ts'

it('finds a PostgreSQL for the tests, or says that theirs are skipped', async () => {
  if (!hasPostgres) {
    process.stderr.write('The PostgreSQL tests are skipped: no server binaries and no TEST_DATABASE_URL.\n')
    return
  }
  const postgres = await startPostgres()
  const database = await openPostgres(await postgres.createDatabase(), (error) => {
    throw error
  })
  expect(await database.db.introspection.getTables()).toEqual([])
  await database.close()
  await postgres.stop()
}, 30_000)
