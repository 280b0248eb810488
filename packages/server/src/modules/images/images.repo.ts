import type { Db } from '#server/db/client.ts'

export async function findImage(db: Db, sha256: string) {
  return db.selectFrom('images').select(['media_type', 'bytes']).where('sha256', '=', sha256).executeTakeFirst()
}

/** Returns the preview, or the image itself if it is too small to have one. */
export async function findPreview(db: Db, sha256: string) {
  return db
    .selectFrom('images')
    .select((eb) => ['media_type', eb.fn.coalesce('preview', 'bytes').as('bytes')])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}
