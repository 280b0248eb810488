/** What is none of the contract's image types. */
export const OTHER_TYPE = 'application/octet-stream'

/** How far into a file its SVG element may begin. */
const LOOKED_AT = 512 * 1024

const PNG = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1')
const JPEG = Buffer.from('\u00FF\u00D8\u00FF', 'latin1')

/** Where an XML document that could be an SVG begins, and the element that it has somewhere. */
const SVG_START = /^\uFEFF?\s*</
const SVG_ELEMENT = /[<:]svg[\s/>]/

/** The media type that the bytes of a file show, whatever it is called. */
export function mediaTypeOf(bytes: Uint8Array): string {
  const startsWith = (signature: Buffer) => signature.equals(bytes.subarray(0, signature.length))
  if (startsWith(PNG)) return 'image/png'
  if (startsWith(JPEG)) return 'image/jpeg'
  return isSvg(bytes) ? 'image/svg+xml' : OTHER_TYPE
}

function isSvg(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT)).toString('utf8')
  return SVG_START.test(text) && SVG_ELEMENT.test(text)
}
