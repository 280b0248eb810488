import type { Database } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { mediaExtension } from '#server/domain/media-path.ts'
import { findImage, readImage } from './images.repo.ts'

export type ImagesService = ReturnType<typeof createImagesService>

/** Creates the service that reads images of the catalogue by the SHA-256 of their content. */
export function createImagesService({ db }: Database) {
  async function find(sha256: string, extension: string, isPreview: boolean) {
    const image = await findImage(db, sha256, isPreview)
    if (image === undefined || mediaExtension(image.media_type) !== extension) throw noSuchImageError()
    return image
  }

  async function read(sha256: string, isPreview: boolean): Promise<Buffer> {
    const image = await readImage(db, sha256, isPreview)
    if (image === undefined) throw noSuchImageError()
    return image.bytes
  }

  return { find, read }
}

function noSuchImageError(): DomainError {
  return new DomainError('not_found', 'There is no such image.')
}
