import { hash } from 'node:crypto'
import { basename, isAbsolute, join } from 'node:path'
import { causeCode } from '@rapport/core/api/api-error.ts'
import { findDigests, type ImageSource, isImageError } from '@rapport/core/catalogue/plan/compare-images.ts'
import { type ImageFile, loadImageFile, UnreadableImageError } from '@rapport/core/images/image-kind.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError, systemReason } from '#cli/io/errors.ts'
import { readLocalFile } from '#cli/io/read-file.ts'
import { readFromSource } from '../source-profile.ts'
import { downloadImage, MAX_BYTES } from './download-image.ts'

export function imagesOfFiles({ signal }: Pick<Deps, 'signal'>): ImageSource {
  return {
    read: (path, { folder }) => readImageFile(isAbsolute(path) ? path : join(folder, path), signal),
    knownDigests: () => [],
  }
}

/** Reads an image file. Throws `UnreadableImageError`. */
async function readImageFile(path: string, signal: AbortSignal): Promise<ImageFile> {
  try {
    const read = () => readLocalFile(path, { signal, maxBytes: MAX_BYTES })
    return await loadImageFile({ path, name: basename(path) }, read, (bytes) => hash('sha256', bytes))
  } catch (cause) {
    if (!(cause instanceof Error) || signal.aborted) throw cause
    const isMissing = causeCode(cause) === 'ENOENT'
    const message = isMissing ? `There is no file ${path}.` : `${path} cannot be read: ${systemReason(cause)}`
    throw new UnreadableImageError(message, { cause })
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
          (bytes) => hash('sha256', bytes),
        )
      } catch (error) {
        const cause = error instanceof CliError ? error.cause : undefined
        throw isImageError(cause) ? new UnreadableImageError(cause.message, { cause }) : error
      }
    },
    knownDigests: findDigests,
  }
}
