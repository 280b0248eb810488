/** The path of an image on the reference server, which also serves it with at most 480 pixels a side. */
const OWN = /^(\/media\/[0-9a-f]{64})\.(png|jpg|svg)$/

/**
 * The URL of an image, which a server names absolutely or relative to the API; undefined for none, and for what is no
 * web address.
 */
export function imageUrl(named: string | null | undefined): string | undefined {
  if (!named) return undefined
  const url = URL.parse(named, apiOrigin())
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

/** The URL of the small version, if the image is one of the reference server's. */
export function previewUrl(named: string | null | undefined): string | undefined {
  return imageUrl(named?.replace(OWN, '$1.preview.$2'))
}

function apiOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="rapport-api"]')?.content || window.location.origin
}
