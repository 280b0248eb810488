import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import type { UserPage } from '@rapport/core/entities/users/user.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { openPostgres } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { login, reachable, withToken } from './testing/call.ts'
import { onPostgres } from './testing/database/on-each-engine.ts'
import { spawnServer, untilListening } from './testing/process/server-process.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const fixture = (version: string, file: string) => join(import.meta.dirname, 'testing/fixtures', version, file)
const ADMIN = { email: 'admin@example.com', password: 'correct horse battery staple' }

/** Starts the server on the data folder, signs in and reads all records. */
async function readAll(dataDir: string, env: Record<string, string> = {}) {
  const running = await untilListening(spawnServer({ env: { RAPPORT_DATA_DIR: dataDir, PORT: '0', ...env } }))
  try {
    const server = reachable(running.origin)
    const { token } = (await login(server, ADMIN)).body.data
    const call = withToken(server, token)
    const list = async <Data>(path: string) => (await call<Data>('GET', `/api/admin/${path}`)).body.data
    const categories = await untilRendered(() => list<Category[]>('categories'))
    const positions = await list<Position[]>('subcategories')
    const paths = [
      ...categories.map(({ category_image }) => category_image),
      ...positions.map(({ sub_cat_image }) => sub_cat_image),
    ]
    const images = []
    for (const path of paths) {
      for (const imagePath of [path, path?.replace(/\.(?=\w+$)/, '.preview.')]) {
        const response = await fetch(`${running.origin}${imagePath}`)
        const { length } = new Uint8Array(await response.arrayBuffer())
        images.push({ status: response.status, type: response.headers.get('Content-Type'), isEmpty: length === 0 })
      }
    }
    return {
      users: await list<UserPage>('users?sort=name'),
      lastUser: (await list<UserPage>('users?id=13')).users,
      trash: await list('trash'),
      youngestFound: (await list<UserPage>('users?page=1&page_size=1&search=example.com&sort=age')).users.map(
        ({ age }) => age,
      ),
      products: await list<Product[]>('subscription-products'),
      categories,
      positions,
      images,
    }
  } finally {
    running.child.kill('SIGTERM')
    await running.ended
  }
}

/** Waits until the server has converted the SVGs of 0.1.0 in the background. */
async function untilRendered(list: () => Promise<Category[]>): Promise<Category[]> {
  let categories = await list()
  while (categories.some(({ category_image }) => category_image?.endsWith('.svg'))) categories = await list()
  return categories
}

const EVERYTHING = {
  youngestFound: [28],
  products: [{ product_id: 'rapport.pro.yearly' }, { product_id: 'rapport.basic.monthly' }],
  categories: [{ category_name: 'Undrawable' }, { category_name: 'Everyday Life' }, { category_name: 'Romance' }],
  positions: [
    { subcategory_name: 'Arguing well' },
    { subcategory_name: 'Planning' },
    { subcategory_name: 'Listening', category: { category_name: 'Romance' }, tips: 'Take time' },
  ],
  images: Array.from({ length: 12 }, () => {
    return { status: 200, type: expect.stringMatching(/^image\/(?:png|jpeg)$/), isEmpty: false }
  }),
}

const users = (total: number) => ({ total, summary: { total }, users: Array.from({ length: total }, () => ({})) })
const RELEASES = [
  {
    version: '0.1.0',
    everything: { ...EVERYTHING, users: users(13), lastUser: [{ status: 'inactive' }], trash: { total: 0 } },
  },
  {
    version: '0.2.0',
    everything: {
      ...EVERYTHING,
      users: users(12),
      lastUser: [{ status: 'suspended', suspension: { reason: 'Asked for a pause' } }],
      trash: { total: 1, items: [{ name: 'Discarded' }] },
    },
  },
]

/** Returns a data folder with the release's server key and ledger of erasures, if it had them. */
function dataFolder(version: string): string {
  const folder = temporaryFolder()
  for (const file of ['secret.key', 'erasures.jsonl']) {
    if (existsSync(fixture(version, file))) copyFileSync(fixture(version, file), join(folder, file))
  }
  return folder
}

it.each(RELEASES)('opens a SQLite database of $version, and again after that', async ({ version, everything }) => {
  const dataDir = dataFolder(version)
  writeFileSync(join(dataDir, 'rapport.db'), gunzipSync(readFileSync(fixture(version, 'rapport.db.gz'))))
  expect(await readAll(dataDir)).toMatchObject(everything)
  expect(await readAll(dataDir)).toMatchObject(everything)
})

onPostgres(({ createDatabase }) => {
  async function restoreFixture(version: string): Promise<string> {
    const url = await createDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(readFileSync(fixture(version, 'rapport.sql'), 'utf8'))
    await client.end()
    return url
  }

  it.each(RELEASES)(
    'opens a PostgreSQL database of $version, and again after that',
    async ({ version, everything }) => {
      const url = await restoreFixture(version)
      const dataDir = dataFolder(version)
      expect(await readAll(dataDir, { DATABASE_URL: url })).toMatchObject(everything)
      expect(await readAll(dataDir, { DATABASE_URL: url })).toMatchObject(everything)
    },
  )

  it('names a user whose name is too long for the new indexes, and upgrades once it is shorter', async () => {
    const database = await openPostgres(await restoreFixture('0.1.0'), () => undefined)
    const { id } = await database.db
      .insertInto('users')
      .values({ name_folded: randomBytes(700).toString('hex'), created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await expect(migrate(database)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(`The name or email address of a user such as ${id} is too long`),
    })
    const other = new Client({ connectionString: await createDatabase() })
    await other.connect()
    await other.query('begin; select pg_current_xact_id()')
    await database.db.updateTable('users').set({ name_folded: 'short' }).where('id', '=', id).execute()
    // PostgreSQL indexes old versions of a row as well, as long as a transaction of any database is older than the new one.
    await expect(migrate(database)).rejects.toThrow('Run "vacuum users", then start again.')
    // An analysis by PostgreSQL itself may hold the old version for a moment.
    await vi.waitFor(async () => {
      await sql`vacuum users`.execute(database.db)
      await migrate(database)
    }, 10_000)
    await Promise.all([other.end(), database.close()])
  })
})
