import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { IMAGE_TABLES, type ImageTableName } from '#server/db/schema.ts'

/** Fails if the database is corrupt, or its images do not match their rows. */
export async function expectIntact(database: Database): Promise<void> {
  expect(await corruptionOf(database)).toEqual([])
  const { db } = database
  const images = await db.selectFrom('images').select(['sha256', 'bytes', 'preview', 'media_type']).execute()
  const tornImages = images.filter(({ sha256, bytes }) => createHash('sha256').update(bytes).digest('hex') !== sha256)
  expect(tornImages.map(({ sha256 }) => sha256)).toEqual([])
  const cutPreviews = images.filter(
    ({ preview, media_type }) => preview !== null && !hasFileTrailer(preview, media_type),
  )
  expect(cutPreviews.map(({ sha256 }) => sha256)).toEqual([])
  const storedDigests = new Set<string | null>(images.map(({ sha256 }) => sha256))
  const selectImages = (table: ImageTableName) =>
    db.selectFrom(table).select('image').where('image', 'is not', null).execute()
  const imageRows = (await Promise.all(IMAGE_TABLES.map(selectImages))).flat()
  expect(imageRows.filter(({ image }) => !storedDigests.has(image))).toEqual([])
  const usedDigests = new Set(imageRows.map(({ image }) => image))
  expect([...storedDigests].filter((sha256) => !usedDigests.has(sha256))).toEqual([])
}

const FILE_TRAILERS: Record<string, Buffer> = {
  'image/png': Buffer.from('IEND\xae\x42\x60\x82', 'latin1'),
  'image/jpeg': Buffer.from([0xff, 0xd9]),
}

function hasFileTrailer(preview: Buffer, mediaType: string): boolean {
  const trailer = FILE_TRAILERS[mediaType]
  return trailer !== undefined && preview.subarray(-trailer.length).equals(trailer)
}

async function corruptionOf({ db, engine }: Database): Promise<unknown[]> {
  if (engine === 'sqlite') {
    // Without this read, FTS5 checks the segments that the connection saw last.
    await sql`select rowid from user_trigrams limit 1`.execute(db)
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    const { rows: dangling } = await sql`pragma foreign_key_check`.execute(db)
    return [...rows.filter((row) => row.integrity_check !== 'ok'), ...dangling]
  }
  await sql`create extension if not exists amcheck`.execute(db)
  // Throws at the first index that does not match its table.
  await sql`
    select bt_index_check(index.indexrelid, true) from pg_index index
    join pg_class class on class.oid = index.indexrelid join pg_am am on am.oid = class.relam
    where am.amname = 'btree' and class.relnamespace = 'public'::regnamespace`.execute(db)
  const { rows } = await sql`
    select class.relname, damage.msg from pg_class class, verify_heapam(class.oid) damage
    where class.relkind = 'r' and class.relnamespace = 'public'::regnamespace`.execute(db)
  return rows
}
