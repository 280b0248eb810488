import { createHash } from 'node:crypto'
import { drawPicture } from '@rapport/core/images/drawn-picture.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import type { Kysely } from 'kysely'
import { chunksOf } from '#server/domain/chunks.ts'
import type { Schema } from '../schema.ts'
import { type NewUser, userRow } from '../user-row.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { demoPeople } from './people.ts'

/** Number of sample users that a first start adds. */
export const DEMO_USERS = 248

/** Rows per statement; SQLite takes at most 32,766 values. */
const BATCH_SIZE = 1000

/** Every product begins with the trial that the policy pages state (specification, section 9). */
export const DEMO_PRODUCTS = [
  ['rapport.basic.weekly', 'Basic, weekly', 299, 'weekly', 2],
  ['rapport.basic.monthly', 'Basic, monthly', 799, 'monthly', 2],
  ['rapport.basic.yearly', 'Basic, yearly', 5999, 'yearly', 2],
  ['rapport.pro.weekly', 'Pro, weekly', 599, 'weekly', 2],
  ['rapport.pro.monthly', 'Pro, monthly', 1499, 'monthly', 2],
  ['rapport.pro.yearly', 'Pro, yearly', 11_999, 'yearly', 2],
] as const

/** Fills empty tables with sample users, who joined before `now`, and sample categories, positions and products. */
export async function insertDemo(db: Kysely<Schema>, { users, now }: { users: number; now: Date }): Promise<void> {
  for (const people of demoBatches(users, now)) await insertPeople(db, people)
  await insertDemoCatalogue(db, now)
}

export function demoBatches(users: number, now: Date, firstNumber?: number): Iterable<NewUser[]> {
  return chunksOf(demoPeople(users, now, firstNumber), BATCH_SIZE)
}

export async function insertPeople(db: Kysely<Schema>, people: readonly NewUser[]): Promise<void> {
  await db.insertInto('users').values(people.map(userRow)).execute()
}

export async function insertDemoCatalogue(db: Kysely<Schema>, now: Date): Promise<void> {
  await insertCatalogue(db, now.getTime())
  await insertProducts(db, now.getTime())
}

async function insertCatalogue(db: Kysely<Schema>, created_at: number): Promise<void> {
  let seed = 0
  for (const [index, { name, positions }] of catalogue.entries()) {
    const { id } = await db
      .insertInto('categories')
      .values({
        name,
        name_key: uniqueKey(name),
        slug: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
        image: await insertPicture(db, drawPicture(seed, index), created_at),
        created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { figure, ...position } of positions) {
      seed += 1
      const image = await insertPicture(db, drawPicture(seed, index, figure), created_at)
      const row = { ...position, category_id: id, name_key: uniqueKey(position.name), image, created_at }
      await db.insertInto('positions').values(row).execute()
    }
    seed += 1
  }
}

/** Stores a picture as a PNG of about 7 kB. */
async function insertPicture(db: Kysely<Schema>, svg: string, created_at: number): Promise<string> {
  // Loaded on demand, since most starts draw nothing.
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(svg))
    .removeAlpha()
    .png({ palette: true, colours: 32, dither: 0, effort: 1 })
    .toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await db
    .insertInto('images')
    .values({ sha256, media_type: 'image/png', bytes, created_at })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return sha256
}

async function insertProducts(db: Kysely<Schema>, created_at: number): Promise<void> {
  const rows = DEMO_PRODUCTS.map(([product_id, name, price_cents, billing_cycle, trial_period_days]) => {
    return { product_id, name, price_cents, currency: 'EUR', billing_cycle, trial_period_days, created_at }
  })
  await db.insertInto('products').values(rows).execute()
}
