import { Migrator } from 'kysely/migration'
import type { Database } from './client.ts'
import { initial } from './migrations/0001-initial.ts'
import { imagePreviews } from './migrations/0002-image-previews.ts'
import { account } from './migrations/0003-account.ts'
import { userSearch } from './migrations/0004-user-search.ts'

/** Brings the database's tables up to this version; several processes may try at once. Throws what went wrong. */
export async function migrate({ db, engine }: Database): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-initial': initial(engine),
        '0002-image-previews': imagePreviews(engine),
        '0003-account': account(engine),
        '0004-user-search': userSearch(engine),
      }),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
