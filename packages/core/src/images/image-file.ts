import { detectMediaType } from './image-kind.ts'

/** An image to compare and send. Its bytes are read again for the upload, since a catalogue has many images. */
export interface ImageFile {
  /** The path as the user gave it, or the URL on another server. */
  path: string
  /** The file name; some servers rely on its extension. */
  name: string
  /** SHA-256 of the bytes, in hex. */
  digest: string
  /** The media type, detected from the bytes. */
  type: string
  read: () => Promise<Uint8Array>
}

/** Thrown if the image that a row names cannot be read; the message says why. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError'
}

export async function loadImageFile(
  source: Pick<ImageFile, 'path' | 'name'>,
  read: ImageFile['read'],
  computeDigest: (bytes: Uint8Array) => string,
): Promise<ImageFile> {
  const bytes = await read()
  return { ...source, digest: computeDigest(bytes), type: detectMediaType(bytes), read }
}
