import { basename } from 'node:path'
import { causeCode } from '@rapport/core/api/may-have-arrived.ts'
import { type ImageFile, loadImageFile, UnreadableImageError } from '@rapport/core/images/image-file.ts'
import { systemReason } from '#cli/io/errors.ts'
import { readLocalFile } from '#cli/io/read-file.ts'
import { sha256 } from '#cli/io/sha256.ts'
import { MAX_BYTES } from './download-image.ts'

/** Reads an image file. Throws `UnreadableImageError`. */
export async function readImageFile(path: string, signal: AbortSignal): Promise<ImageFile> {
  try {
    const read = () => readLocalFile(path, { signal, maxBytes: MAX_BYTES })
    return await loadImageFile({ path, name: basename(path) }, read, sha256)
  } catch (cause) {
    if (!(cause instanceof Error) || signal.aborted) throw cause
    const isMissing = causeCode(cause) === 'ENOENT'
    const message = isMissing ? `There is no file ${path}.` : `${path} cannot be read: ${systemReason(cause)}`
    throw new UnreadableImageError(message, { cause })
  }
}
