/**
 * File extensions of stored media types. Version 0.1.0 stored SVGs: they are not served, and the server converts them
 * after it has started.
 */
const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' }

/** Returns the URL path of an image. It depends on the content alone, so that browsers can cache it forever. */
export function mediaPath(sha256: string | null, mediaType: string | null): string | null {
  if (sha256 === null || mediaType === null) return null
  return `/media/${sha256}.${mediaExtension(mediaType)}`
}

/** Returns the file extension. Throws `TypeError` for a media type that is never stored. */
export function mediaExtension(mediaType: string): string {
  const extension = EXTENSIONS[mediaType]
  if (extension === undefined) throw new TypeError(`Images are not stored as ${mediaType}.`)
  return extension
}
