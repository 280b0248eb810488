import { expressionBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'

/** Returns the type and the size in bytes, without reading the image. */
export async function findImage(db: Db, sha256: string, isPreview: boolean) {
  return db
    .selectFrom('images')
    .select((eb) => ['media_type', eb.fn<number>('length', [imageBytes(isPreview)]).as('size')])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

export async function readImage(db: Db, sha256: string, isPreview: boolean) {
  return db
    .selectFrom('images')
    .select(imageBytes(isPreview).as('bytes'))
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** An image that is small enough has no preview. */
function imageBytes(isPreview: boolean) {
  const eb = expressionBuilder<Schema, 'images'>()
  return isPreview ? eb.fn.coalesce('preview', 'bytes') : eb.ref('bytes')
}
