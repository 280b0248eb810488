import type { PreparedImage } from '#server/domain/image-intake.ts'
import type { Db, Engine } from './client.ts'
import { IMAGE_TABLES } from './schema.ts'

interface Exchange {
  /** Stored, unless it is there already. */
  taken: PreparedImage | undefined
  /** SHA-256 of the image that will not be used here any more. */
  left: string | null
  now: number
}

/**
 * Keeps both images from being dropped or taken up by others until the transaction ends, and stores the new one. Always
 * in the order of their names: two who exchange the same images the other way round would wait for each other for ever.
 */
export async function holdImages(trx: Db, engine: Engine, { taken, left, now }: Exchange): Promise<void> {
  const isOtherFirst = left !== null && (taken === undefined || left < taken.sha256)
  if (isOtherFirst) await lockImage(trx, engine, left)
  if (taken) await storeImage(trx, taken, now)
  if (!isOtherFirst && left !== null) await lockImage(trx, engine, left)
}

/** Drops an image that is held, unless a row still shows it. A statement of its own: it must see what others did. */
export async function dropUnusedImage(trx: Db, sha256: string | null): Promise<void> {
  if (sha256 === null) return
  await trx
    .deleteFrom('images')
    .where('sha256', '=', sha256)
    .where((eb) =>
      eb.and(
        IMAGE_TABLES.map((table) => eb.not(eb.exists(eb.selectFrom(table).select('id').where('image', '=', sha256)))),
      ),
    )
    .execute()
}

/** The names of all images of a kind. */
export async function selectImageNames(db: Db, mediaType: string) {
  return db.selectFrom('images').select('sha256').where('media_type', '=', mediaType).execute()
}

/** Puts an image in the place of another one, wherever that is shown. */
export async function replaceImage(
  trx: Db,
  engine: Engine,
  { old, image, now }: { old: string; image: PreparedImage; now: number },
): Promise<void> {
  await holdImages(trx, engine, { taken: image, left: old, now })
  for (const table of IMAGE_TABLES) {
    await trx.updateTable(table).set({ image: image.sha256 }).where('image', '=', old).execute()
  }
  await dropUnusedImage(trx, old)
}

async function lockImage(trx: Db, engine: Engine, sha256: string): Promise<void> {
  if (engine !== 'postgres') return
  await trx.selectFrom('images').select('sha256').where('sha256', '=', sha256).forUpdate().execute()
}

async function storeImage(trx: Db, image: PreparedImage, now: number): Promise<void> {
  const { sha256, mediaType: media_type, bytes, preview = null } = image
  await trx
    .insertInto('images')
    .values({ sha256, media_type, bytes, preview, created_at: now })
    // Not "do nothing": the row that is there must be held, or inserted again when it is just being dropped.
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ media_type }))
    .execute()
}
