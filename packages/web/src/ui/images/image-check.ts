import { MAX_IMAGE_BYTES, MAX_SVG_BYTES } from '@rapport/core/images/image-kind.ts'

const KIB = 1024
const MIB = 1024 * KIB

interface FileSchema {
  safeParse: (file: unknown) => { success: boolean; error?: { issues: readonly { message: string }[] } }
}

/** Returns why an image would be refused: its media type, or a size above the reference server's limit. */
export function imageProblem(file: File, schema: FileSchema): string | undefined {
  const { error } = schema.safeParse(file)
  return error ? error.issues[0]?.message : imageSizeProblem(file)
}

export function imageSizeProblem(file: File): string | undefined {
  const isSvg = file.type === 'image/svg+xml'
  const max = isSvg ? MAX_SVG_BYTES : MAX_IMAGE_BYTES
  if (file.size <= max) return undefined
  return `${isSvg ? 'An SVG image' : 'The image'} can be at most ${fileSize(max)}; this file is ${fileSize(file.size)}.`
}

/** Formats a size, rounded up, so that a size above a limit never reads as the limit. */
export function fileSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`
  return bytes < MIB ? `${Math.ceil(bytes / KIB)} KiB` : `${Math.ceil((bytes / MIB) * 10) / 10} MiB`
}
