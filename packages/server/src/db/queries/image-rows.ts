import type { PreparedImage } from '#server/domain/image-processor.ts'
import type { Db, Engine } from '#server/db/client.ts'
import { IMAGE_TABLES } from '#server/db/schema.ts'

interface ImageChange {
  /** Stored, unless it is there already. */
  added?: PreparedImage | undefined
  /** SHA-256 of the image that the row will not show any more. */
  removed?: string | null
  now: number
}

/**
 * Stores the added image, and locks both until the transaction ends, so that no other transaction drops them or shows them
 * in another row. Always in the order of their names: two transactions that swap the same images would deadlock.
 */
export async function lockAndStoreImages(trx: Db, engine: Engine, change: ImageChange): Promise<void> {
  const { added, removed = null, now } = change
  const isRemovedFirst = removed !== null && (added === undefined || removed < added.sha256)
  if (isRemovedFirst) await lockImages(trx, engine, [removed])
  if (added) await storeImage(trx, added, now)
  if (!isRemovedFirst) await lockImages(trx, engine, [removed])
}

/** Locks images in the order of their names; `share` lets others lock them too, and keeps them from being dropped. */
export async function lockImages(
  trx: Db,
  engine: Engine,
  images: readonly (string | null)[],
  { share = false } = {},
): Promise<string[]> {
  const names = [...new Set(images)].filter((image) => image !== null).toSorted()
  if (engine === 'postgres' && names.length > 0) {
    const query = trx.selectFrom('images').select('sha256').where('sha256', 'in', names).orderBy('sha256')
    await (share ? query.forKeyShare() : query.forUpdate()).execute()
  }
  return names
}

/** Drops a locked image unless a row still holds it. A statement of its own, since it must see what others committed. */
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
  await lockAndStoreImages(trx, engine, { added: image, removed: old, now })
  for (const table of IMAGE_TABLES) {
    await trx.updateTable(table).set({ image: image.sha256 }).where('image', '=', old).execute()
  }
  await dropUnusedImage(trx, old)
}

async function storeImage(trx: Db, image: PreparedImage, now: number): Promise<void> {
  const { sha256, mediaType: media_type, bytes, preview = null } = image
  await trx
    .insertInto('images')
    .values({ sha256, media_type, bytes, preview, created_at: now })
    // Not "do nothing": the row must be locked where it is there, and inserted again where it is just being dropped.
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ media_type }))
    .execute()
}
