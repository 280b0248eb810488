import { formatImageLimit, imageLimit } from '@rapport/core/images/image-kind.ts'

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
  if (file.size <= imageLimit(file.type)) return undefined
  const subject = file.type === 'image/svg+xml' ? 'An SVG image' : 'The image'
  return `${subject} can be at most ${formatImageLimit(file.type)}; this file is ${fileSize(file.size)}.`
}

/** Formats a size, rounded up, so that a size above a limit is never shown as the limit. */
export function fileSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`
  return bytes < MIB ? `${Math.ceil(bytes / KIB)} KiB` : `${Math.ceil((bytes / MIB) * 10) / 10} MiB`
}
