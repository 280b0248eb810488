import type { Db, Engine } from '#server/db/client.ts'
import { IMAGE_TABLES } from '#server/db/schema.ts'
import type { PreparedImage } from '#server/domain/image-processor.ts'

interface ImageChange {
  /** The image to store, unless it already is. */
  newImage?: PreparedImage | undefined
  /** SHA-256 of the image that the row no longer shows. */
  oldImage?: string | null
  now: number
}

/**
 * Stores the new image, and locks it and the old one until the transaction ends, so that no other transaction drops or shares
 * them. Locks in order of SHA-256; otherwise two transactions that swap images would deadlock.
 */
export async function lockAndStoreImages(trx: Db, engine: Engine, change: ImageChange): Promise<void> {
  const { newImage, oldImage = null, now } = change
  const locksOldFirst = oldImage !== null && (newImage === undefined || oldImage < newImage.sha256)
  if (locksOldFirst) await lockImages(trx, engine, [{ image: oldImage }])
  if (newImage) await storeImage(trx, newImage, now)
  if (!locksOldFirst) await lockImages(trx, engine, [{ image: oldImage }])
}

/**
 * Locks the images of rows in order of SHA-256, so that two transactions do not deadlock. With `share`, others may lock them too, but not
 * drop them.
 */
export async function lockImages(
  trx: Db,
  engine: Engine,
  rows: readonly { image: string | null }[],
  { share = false } = {},
): Promise<string[]> {
  const digests = [...new Set(rows.map(({ image }) => image))].filter((image) => image !== null).toSorted()
  if (engine === 'postgres' && digests.length > 0) {
    const query = trx.selectFrom('images').select('sha256').where('sha256', 'in', digests).orderBy('sha256')
    await (share ? query.forKeyShare() : query.forUpdate()).execute()
  }
  return digests
}

/** Drops a locked image unless a row still references it. A separate statement sees what other transactions have committed. */
export async function deleteUnusedImage(trx: Db, sha256: string | null): Promise<void> {
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

export async function selectImageNames(db: Db, mediaType: string) {
  return db.selectFrom('images').select('sha256').where('media_type', '=', mediaType).execute()
}

export async function replaceImage(
  trx: Db,
  engine: Engine,
  { oldImage, image, now }: { oldImage: string; image: PreparedImage; now: number },
): Promise<void> {
  await lockAndStoreImages(trx, engine, { newImage: image, oldImage, now })
  for (const table of IMAGE_TABLES) {
    await trx.updateTable(table).set({ image: image.sha256 }).where('image', '=', oldImage).execute()
  }
  await deleteUnusedImage(trx, oldImage)
}

async function storeImage(trx: Db, image: PreparedImage, now: number): Promise<void> {
  const { sha256, mediaType: media_type, bytes, preview = null } = image
  await trx
    .insertInto('images')
    .values({ sha256, media_type, bytes, preview, created_at: now })
    // Unlike "do nothing", an update locks an existing row, and inserts one that is being dropped.
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ media_type }))
    .execute()
}
