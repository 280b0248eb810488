import type { Database } from '#server/db/client.ts'
import { replaceImage, selectImageNames } from '#server/records/image-rows.repo.ts'
import { processImage, toPreparedImage } from './image-processor.ts'
import { ImageRefusal } from './image-refusal.ts'
import { readImage } from './images.repo.ts'

const SVG = 'image/svg+xml'

const PLACEHOLDER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAMAAACDKl70AAAAA1BMVEXZ2eDV0q9LAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAC0lEQVQImWNgQAEAAA8AAa1dsIkAAAAASUVORK5CYII=',
  'base64',
)

/** Longer than for an upload, since an SVG that is not rendered now is lost. */
const MAX_MS = 30_000

/**
 * Converts the SVGs that version 0.1.0 stored to PNG, one at a time. An SVG that cannot be rendered becomes a placeholder; if
 * no process can be started, the next start of the server tries again.
 */
export async function convertStoredSvgs(
  database: Database,
  clock: () => Date,
  onFailure: (sha256: string, error: unknown, outcome: string) => void,
): Promise<void> {
  for (const { sha256 } of await selectImageNames(database.db, SVG)) {
    const storedImage = await readImage(database.db, sha256)
    if (storedImage === undefined) continue
    const image = await processImage(storedImage.bytes, SVG, MAX_MS).catch((error: unknown) => {
      if (!(error instanceof ImageRefusal)) {
        onFailure(sha256, error, 'will be tried again at the next start')
        return undefined
      }
      onFailure(sha256, error, 'has become a placeholder')
      return toPreparedImage('image/png', { bytes: PLACEHOLDER, preview: undefined })
    })
    if (image === undefined) continue
    const now = clock().getTime()
    await database.transaction((trx) => replaceImage(trx, database.engine, { oldImage: sha256, image, now }))
  }
}
