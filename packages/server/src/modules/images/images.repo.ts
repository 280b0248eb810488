import type { Db } from '#server/db/client.ts'

/** Returns the type and the size in bytes, without reading the image. */
export async function findImage(db: Db, sha256: string, isPreview: boolean) {
  return db
    .selectFrom('images')
    .select(({ fn }) => {
      const sizeOf = (column: 'preview' | 'bytes') => fn<number>('length', [column])
      return ['media_type', (isPreview ? fn.coalesce(sizeOf('preview'), sizeOf('bytes')) : sizeOf('bytes')).as('size')]
    })
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** Reads an image, or a part of it. */
export async function readImage(db: Db, sha256: string, { isPreview = false, offset = 0, length = 2 ** 30 } = {}) {
  return (
    db
      .selectFrom('images')
      // An image that is small enough has no preview.
      .select((eb) => {
        const bytes = isPreview ? eb.fn.coalesce('preview', 'bytes') : eb.ref('bytes')
        return eb.fn<Buffer>('substr', [bytes, eb.lit(offset + 1), eb.lit(length)]).as('bytes')
      })
      .where('sha256', '=', sha256)
      .executeTakeFirst()
  )
}

/** Returns the bytes of all images and previews. */
export async function sumImageBytes(db: Db): Promise<number> {
  const { images, previews } = await db
    .selectFrom('images')
    .select(({ fn }) => [
      fn.sum<string | number | null>(fn<number>('length', ['bytes'])).as('images'),
      fn.sum<string | number | null>(fn<number>('length', ['preview'])).as('previews'),
    ])
    .executeTakeFirstOrThrow()
  return Number(images ?? 0) + Number(previews ?? 0)
}
