import type { Database } from '#server/db/client.ts'
import { DomainError } from '#server/domain-error.ts'
import { findImage } from './images.repo.ts'

export type ImagesService = ReturnType<typeof imagesService>

/** The images of the catalogue, by the name that their content gives them. */
export function imagesService({ db }: Database) {
  async function get(sha256: string) {
    const image = await findImage(db, sha256)
    if (image === undefined) throw new DomainError('not_found', 'There is no such image.')
    return image
  }
  return { get }
}
