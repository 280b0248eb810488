import type { Db } from '#server/db/client.ts'

export async function findImage(db: Db, sha256: string) {
  return db.selectFrom('images').select(['media_type', 'bytes']).where('sha256', '=', sha256).executeTakeFirst()
}

/** The image itself if it is small enough. */
export async function findPreview(db: Db, sha256: string) {
  return db
    .selectFrom('images')
    .select((eb) => ['media_type', eb.fn.coalesce('preview', 'bytes').as('bytes')])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}
