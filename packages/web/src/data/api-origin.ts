/** Returns the page's own origin, unless `<meta name="rapport-api">` names another server. */
export function apiOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="rapport-api"]')?.content || window.location.origin
}
