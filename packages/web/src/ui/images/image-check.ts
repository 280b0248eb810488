import {
  detectMediaType,
  formatImageLimit,
  imageLimit,
  MAX_DECODED_BYTES,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE,
} from '@rapport/core/images/image-kind.ts'

const KIB = 1024
const MIB = 1024 * KIB
const SVG = 'image/svg+xml'

/** Channels of a PNG by its colour type. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 4: 2, 6: 4 }

interface FileSchema {
  safeParse: (file: unknown) => { success: boolean; error?: { issues: readonly { message: string }[] } }
}

export interface ImageProblem {
  message: string
  /** Whether cropping makes the image small enough. */
  canCrop: boolean
}

/** Returns why the reference server would refuse an image: its type, as named and by its bytes, its size or dimensions. */
export async function imageProblem(file: File, schema: FileSchema): Promise<ImageProblem | undefined> {
  const typeProblem = (type: string) => {
    const { error } = schema.safeParse(new Blob([], { type }))
    return error?.issues[0]?.message ?? (type === SVG ? imageSizeProblem({ type, size: file.size }) : undefined)
  }
  const namedProblem = typeProblem(file.type)
  if (namedProblem !== undefined) return { message: namedProblem, canCrop: false }
  const bytes = new Uint8Array(await file.slice(0, MAX_IMAGE_BYTES).arrayBuffer())
  const type = detectMediaType(bytes)
  const problem = typeProblem(type)
  if (problem !== undefined) return { message: problem, canCrop: false }
  const largeProblem = imageSizeProblem(file) ?? pixelProblem(bytes, type)
  return largeProblem === undefined
    ? undefined
    : { message: `${largeProblem} Crop it to make it smaller.`, canCrop: true }
}

export function imageSizeProblem(file: Pick<File, 'size' | 'type'>): string | undefined {
  if (file.size <= imageLimit(file.type)) return undefined
  const subject = file.type === SVG ? 'An SVG image' : 'The image'
  return `${subject} can be at most ${formatImageLimit(file.type)}; this file is ${fileSize(file.size)}.`
}

function pixelProblem(bytes: Uint8Array<ArrayBuffer>, type: string): string | undefined {
  const { width = 0, height = 0, bytesPerPixel = 0 } = readDimensions(bytes, type) ?? {}
  if (Math.max(width, height) > MAX_IMAGE_SIDE) return `The image can have at most ${MAX_IMAGE_SIDE} pixels per side.`
  return width * height * bytesPerPixel > MAX_DECODED_BYTES ? 'The image has too many pixels.' : undefined
}

/** Reads the dimensions of a PNG or JPEG, and the size of a decoded pixel. */
function readDimensions(bytes: Uint8Array<ArrayBuffer>, type: string) {
  const view = new DataView(bytes.buffer)
  if (type === 'image/png' && bytes.length > 25) {
    const bytesPerPixel = (PNG_CHANNELS[view.getUint8(25)] ?? 3) * (view.getUint8(24) === 16 ? 2 : 1)
    return { width: view.getUint32(16), height: view.getUint32(20), bytesPerPixel }
  }
  if (type !== 'image/jpeg') return undefined
  for (let at = 2; at + 9 < bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    // The frames of baseline, progressive and rarer JPEGs; the other three are tables.
    if (marker < 0xc0 || marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) continue
    // A progressive JPEG is decoded with two bytes a value.
    const bytesPerPixel = (view.getUint8(at + 9) || 3) * (marker === 0xc2 ? 2 : 1)
    return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), bytesPerPixel }
  }
  return undefined
}

/** Formats a size, rounded up, so that a size above a limit is never shown as the limit. */
export function fileSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`
  return bytes < MIB ? `${Math.ceil(bytes / KIB)} KiB` : `${Math.ceil((bytes / MIB) * 10) / 10} MiB`
}
