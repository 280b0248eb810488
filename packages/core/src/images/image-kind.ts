const SVG = 'image/svg+xml'

const KIB = 2 ** 10
const MIB = 2 ** 20

/** The size limits of the reference server. An SVG is text, so it needs less. */
export const MAX_IMAGE_BYTES = 5 * MIB
const MAX_SVG_BYTES = 512 * KIB

/** The largest image that the reference server decodes: 12 million pixels at 16 bits with alpha, or 33 million of a typical JPEG. */
export const MAX_DECODED_BYTES = 100_000_000
/** In pixels. */
export const MAX_IMAGE_SIDE = 8192

export function imageLimit(mediaType: string): number {
  return mediaType === SVG ? MAX_SVG_BYTES : MAX_IMAGE_BYTES
}

/** Formats "5 MiB" or, for an SVG, "512 KiB". */
export function formatImageLimit(mediaType?: string): string {
  return mediaType === SVG ? `${MAX_SVG_BYTES / KIB} KiB` : `${MAX_IMAGE_BYTES / MIB} MiB`
}

/** The media type of anything but PNG, JPEG and SVG. */
export const UNSUPPORTED_TYPE = 'application/octet-stream'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

/** An SVG starts with markup and contains the element somewhere. */
const SVG_START = /^\s*</
const SVG_ELEMENT = /[<:]svg[\s/>]/

/** Detects the media type from the bytes, regardless of the file's name and declared type. */
export function detectMediaType(bytes: Uint8Array): string {
  const startsWith = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (startsWith(PNG)) return 'image/png'
  if (startsWith(JPEG)) return 'image/jpeg'
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (SVG_START.test(text) && SVG_ELEMENT.test(text)) return SVG
  } catch {
    // No SVG contains bytes that are not UTF-8.
  }
  return UNSUPPORTED_TYPE
}

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
