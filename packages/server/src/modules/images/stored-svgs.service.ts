import type { Database } from '#server/db/client.ts'
import { replaceImage, selectImages } from '#server/db/image-rows.ts'
import { drawImage } from './images.service.ts'

const SVG = 'image/svg+xml'
const PLACEHOLDER = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#d9d9e0" d="M0 0h4v3H0z"/></svg>',
)

/** Draws the SVGs that version 0.1.0 has stored; one that cannot be drawn becomes a placeholder, and is told. */
export async function convertStoredSvgs(
  database: Database,
  now: Date,
  onFailure: (sha256: string, error: unknown) => void,
): Promise<void> {
  for (const { sha256, bytes } of await selectImages(database.db, SVG)) {
    const image = await drawImage(bytes, SVG).catch(async (error: unknown) => {
      onFailure(sha256, error)
      return drawImage(PLACEHOLDER, SVG)
    })
    await database.transaction((trx) => replaceImage(trx, database.engine, { old: sha256, image, now: now.getTime() }))
  }
}
