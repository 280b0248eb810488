/** How the reference server names an image; it also has it with at most 480 pixels a side. */
const OWN = /^(\/media\/[0-9a-f]{64})\.(png|jpg|svg)$/

/**
 * The address of an image that a server has named, absolute or relative to the API; undefined for none, and for what is
 * no web address.
 */
export function imageUrl(named: string | null | undefined): string | undefined {
  if (!named) return undefined
  const url = URL.parse(named, apiOrigin())
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

/** The same in small, where the server is known to have it. */
export function previewUrl(named: string | null | undefined): string | undefined {
  return imageUrl(named?.replace(OWN, '$1.preview.$2'))
}

function apiOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="rapport-api"]')?.content || window.location.origin
}
