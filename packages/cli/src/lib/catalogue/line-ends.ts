import { mediaTypeOf } from '@rapport/core/image-kind.ts'

/** A text as git keeps it, which writes line ends as each machine has them: that is no change. */
export function withoutCr(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
}

/** An image as git keeps it: of those, only an SVG has line ends. */
export function imageWithoutCr(bytes: Uint8Array): Uint8Array {
  return mediaTypeOf(bytes) === 'image/svg+xml' ? withoutCr(bytes) : bytes
}
