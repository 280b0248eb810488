/** Extensions by the media types that images are stored as. An SVG of version 0.1.0 is not served, and drawn after the start. */
const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' }

/** The path of an image, which depends on its content alone; null for none. */
export function mediaPath(sha256: string | null, mediaType: string | null): string | null {
  if (sha256 === null || mediaType === null) return null
  return `/media/${sha256}.${mediaExtension(mediaType)}`
}

/** The extension of a media type that images are stored as. Throws for any other. */
export function mediaExtension(mediaType: string): string {
  const extension = EXTENSIONS[mediaType]
  if (extension === undefined) throw new TypeError(`Images are not stored as ${mediaType}.`)
  return extension
}
