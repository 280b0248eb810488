import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ImageFile, loadImageFile, UnreadableImageError } from '@rapport/core/images/image-file.ts'
import { systemReason } from '#cli/io/errors.ts'
import { sha256 } from '#cli/io/sha256.ts'

/** Reads an image file. Throws `UnreadableImageError`. */
export async function readImageFile(path: string): Promise<ImageFile> {
  try {
    return await loadImageFile({ path, name: basename(path) }, () => readFile(path), sha256)
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const isMissing = 'code' in cause && cause.code === 'ENOENT'
    const message = isMissing ? `There is no file ${path}.` : `${path} cannot be read: ${systemReason(cause)}`
    throw new UnreadableImageError(message, { cause })
  }
}
