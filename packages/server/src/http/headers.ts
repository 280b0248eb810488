/** Headers of every response. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
} as const

/** Headers of every response except console files and images. */
export const API_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/**
 * Headers of the response to a logout. "storage" would also delete the logo and the theme, "cookies" those of the whole domain.
 */
export const SIGNED_OUT_HEADERS = { 'Clear-Site-Data': '"cache"' }

/** Behind TLS, makes browsers use only HTTPS for two years (RFC 6797), but not for subdomains, which may lack it. */
export function transportHeaders(isHttps: boolean): Record<string, string> {
  return isHttps ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}
}

/** Returns the default headers; a console file or an image replaces some of them. */
export function headersFor({ id }: { id: string }): Record<string, string> {
  return { ...API_HEADERS, 'X-Request-Id': id }
}

/** Allows the console's pages only their own files. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

/** Tells the sign-in page that there are passkeys: it may ask no unknown server, and reads no other header of its own response. */
export const PASSKEYS_HEADER = { 'Server-Timing': 'passkeys' }

/** Returns the content security policy of the console's pages; images may also load from `imageOrigins`. */
export function consolePolicy({ isHttps = false, imageOrigins = [] }: PolicyOptions = {}): string {
  const images = ["img-src 'self' blob:", ...imageOrigins].join(' ')
  return [...CONSOLE_POLICY, images, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join('; ')
}

interface PolicyOptions {
  isHttps?: boolean
  imageOrigins?: readonly string[]
}

/** Lets an uploaded image be displayed, but not run or load anything. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The Cache-Control header of files whose URL changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
