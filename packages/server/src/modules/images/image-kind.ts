const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const JPEG = Buffer.from('\xff\xd8\xff', 'latin1')

/** Where an XML document that could be an SVG begins: any number of blanks, then markup, and the element somewhere. */
const SVG_START = /^\s*</
const SVG_ELEMENT = /[<:]svg[\s/>]/

/** The media type that the bytes of a file show. Its name and what it was declared as are not asked. */
export function mediaTypeOf(bytes: Buffer): string {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png'
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg'
  const text = utf8(bytes)
  return text !== undefined && SVG_START.test(text) && SVG_ELEMENT.test(text) ? 'image/svg+xml' : UNKNOWN
}

const UNKNOWN = 'application/octet-stream'

/** Without a byte order mark; undefined for what is no UTF-8, in which no SVG of ours may be. */
export function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
