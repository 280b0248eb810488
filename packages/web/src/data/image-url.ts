/** Image paths of the reference server, which also serves previews of at most 480 pixels per side. */
const OWN = /^(\/media\/[0-9a-f]{64})\.(png|jpg|svg)$/

/** Resolves an absolute or relative image URL of a server; undefined for anything else. */
export function imageUrl(named: string | null | undefined): string | undefined {
  if (!named) return undefined
  const url = URL.parse(named, apiOrigin())
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

/** Returns the preview of an image of the reference server, and other images as they are. */
export function previewUrl(named: string | null | undefined): string | undefined {
  return imageUrl(named?.replace(OWN, '$1.preview.$2'))
}

function apiOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="rapport-api"]')?.content || window.location.origin
}
