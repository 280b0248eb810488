import type { Db } from '#server/db/client.ts'

/** The image with this SHA-256 (hex), or undefined. */
export async function findImage(db: Db, sha256: string) {
  return db.selectFrom('images').select(['media_type', 'bytes']).where('sha256', '=', sha256).executeTakeFirst()
}

/** The same in small; the image itself where that is small enough. */
export async function findPreview(db: Db, sha256: string) {
  return db
    .selectFrom('images')
    .select((eb) => ['media_type', eb.fn.coalesce('preview', 'bytes').as('bytes')])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}
