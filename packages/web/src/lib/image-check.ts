import { pixelSizeOf, type PixelSize } from './image-size.ts'

const SVG = 'image/svg+xml'
const KIB = 1024
const MIB = 1024 * KIB

/** The limits of the reference server; another one may have others, and then says so itself. */
const LIMITS = { bytes: 5 * MIB, svgBytes: 512 * KIB, side: 8192, pixels: 40_000_000 }

/** What a form asks of an image, as zod's `safeParse` of its field does; the first issue is the text to show. */
interface TypeCheck {
  safeParse: (file: unknown) => { success: boolean; error?: { issues: readonly { message: string }[] } }
}

/** A checked image: what is wrong with it, or how large it is where that can be told. */
export type ImageVerdict = { problem: string } | { problem?: never; pixels: PixelSize | undefined }

/** Holds a chosen file to a form's media types, and to the size in bytes and pixels that an image may have. */
export async function checkImage(file: File, types: TypeCheck): Promise<ImageVerdict> {
  const typed = types.safeParse(file)
  if (!typed.success) return { problem: typed.error?.issues[0]?.message ?? '' }
  if (file.size === 0) return { problem: 'This file is empty. Please select another one.' }
  if (file.type === SVG) {
    if (file.size > LIMITS.svgBytes) return tooHeavy('An SVG image can have at most 512 KiB', file)
    return { pixels: undefined }
  }
  if (file.size > LIMITS.bytes) return tooHeavy('The image can have at most 5 MiB', file)
  const pixels = await pixelSizeOf(file)
  if (!pixels)
    return { problem: 'This file is no PNG or JPEG image, whatever its name says. Please select another one.' }
  const { width, height } = pixels
  if (Math.max(width, height) > LIMITS.side) {
    return { problem: `The image can have at most ${LIMITS.side} pixels a side; this one has ${width} × ${height}.` }
  }
  if (width * height > LIMITS.pixels) {
    return {
      problem: `The image can have at most 40 million pixels; this one has ${tenths((width * height) / 1_000_000)} million.`,
    }
  }
  return { pixels }
}

/** A file's size in words. */
export function inBytes(size: number): string {
  if (size < KIB) return `${size} bytes`
  return size < MIB ? `${Math.ceil(size / KIB)} KiB` : `${tenths(size / MIB)} MiB`
}

function tooHeavy(limit: string, file: File): ImageVerdict {
  return { problem: `${limit}; this one has ${inBytes(file.size)}.` }
}

/** Rounded up, so that what is over a limit never reads as the limit itself. */
function tenths(amount: number): string {
  return (Math.ceil(amount * 10) / 10).toFixed(1)
}
