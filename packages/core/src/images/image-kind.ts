/** The largest image, and the largest SVG, which is text, that the reference server takes, in bytes. */
export const IMAGE_BYTES = 5 * 2 ** 20
export const SVG_BYTES = 512 * 2 ** 10

/** Not a supported image type. */
export const UNSUPPORTED_TYPE = 'application/octet-stream'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

/** Where an XML document that could be an SVG begins: any whitespace, then markup, and the element somewhere. */
const SVG_START = /^\s*</
const SVG_ELEMENT = /[<:]svg[\s/>]/

/** The media type that the bytes of a file show. Ignores its name and its declared type. */
export function mediaTypeOf(bytes: Uint8Array): string {
  const startsWith = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (startsWith(PNG)) return 'image/png'
  if (startsWith(JPEG)) return 'image/jpeg'
  const text = utf8(bytes)
  return text !== undefined && SVG_START.test(text) && SVG_ELEMENT.test(text) ? 'image/svg+xml' : UNSUPPORTED_TYPE
}

/** Without a byte order mark; undefined for what is no UTF-8, in which no SVG of ours may be. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
