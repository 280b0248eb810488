import { apiOrigin } from './api.ts'

/** Image paths of the reference server, which also serves previews of at most 480 pixels per side. */
const OWN_IMAGE_PATH = /^(\/media\/[0-9a-f]{64})\.(png|jpg|svg)$/

/** Resolves a server's absolute or relative image URL; undefined for anything else. */
export function imageUrl(url: string | null | undefined): string | undefined {
  if (!url) return undefined
  const absolute = URL.parse(url, apiOrigin())
  return absolute && (absolute.protocol === 'https:' || absolute.protocol === 'http:') ? absolute.href : undefined
}

/** Returns the URL of the reference server's preview of an image, or the image's own URL. */
export function previewUrl(url: string | null | undefined): string | undefined {
  return imageUrl(url?.replace(OWN_IMAGE_PATH, '$1.preview.$2'))
}
