const KIB = 1024
const MIB = 1024 * KIB

/** The zod schema of the field. */
interface FileSchema {
  safeParse: (file: unknown) => { success: boolean; error?: { issues: readonly { message: string }[] } }
}

/** Why a chosen image is refused: its media type, or a size above the limit of the reference server. */
export function imageProblem(file: File, schema: FileSchema): string | undefined {
  const { error } = schema.safeParse(file)
  return error ? error.issues[0]?.message : imageSizeProblem(file)
}

export function imageSizeProblem(file: File): string | undefined {
  const isSvg = file.type === 'image/svg+xml'
  if (file.size <= (isSvg ? 512 * KIB : 5 * MIB)) return undefined
  const limit = isSvg ? 'An SVG image can have at most 512 KiB' : 'The image can have at most 5 MiB'
  return `${limit}; this one has ${fileSize(file.size)}.`
}

/** A size in words, rounded up so that what is over a limit never reads as the limit itself. */
export function fileSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`
  return bytes < MIB ? `${Math.ceil(bytes / KIB)} KiB` : `${(Math.ceil((bytes / MIB) * 10) / 10).toFixed(1)} MiB`
}
