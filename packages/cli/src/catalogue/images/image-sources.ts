import { basename, isAbsolute, join } from 'node:path'
import { findDigests, type ImageSource, isImageError } from '@rapport/core/catalogue/plan/compare-images.ts'
import { loadImageFile, UnreadableImageError } from '@rapport/core/images/image-file.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { sha256 } from '#cli/io/sha256.ts'
import { readFromSource } from '../source-profile.ts'
import { downloadImage } from './download-image.ts'
import { readImageFile } from './image-file.ts'

export function imagesOfFiles({ signal }: Pick<Deps, 'signal'>): ImageSource {
  return {
    read: (path, { folder }) => readImageFile(isAbsolute(path) ? path : join(folder, path), signal),
    knownDigests: () => [],
  }
}

/** Creates a source of another server's images. An address that contains a digest needs no download. */
export function imagesOfServer(source: Deps): ImageSource {
  return {
    async read(url) {
      try {
        const name = URL.canParse(url) ? basename(new URL(url).pathname) : ''
        return await loadImageFile(
          { path: url, name },
          () => readFromSource(source, () => downloadImage(url, source)),
          sha256,
        )
      } catch (error) {
        const cause = error instanceof CliError ? error.cause : undefined
        throw isImageError(cause) ? new UnreadableImageError(cause.message, { cause }) : error
      }
    },
    knownDigests: findDigests,
  }
}
