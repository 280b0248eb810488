/** On every response. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
} as const

/** On every response but files of the console and images. */
export const API_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/** On the answer to a logout. Not "storage", which holds the logo and the theme, nor "cookies", which are the whole domain's. */
export const SIGNED_OUT_HEADERS = { 'Clear-Site-Data': '"cache"' }

/** With TLS in front, browsers use nothing else for two years (RFC 6797). Subdomains of the host may not have it. */
export function transportHeaders(isHttps: boolean): Record<string, string> {
  return isHttps ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}
}

/** The headers that every answer begins with; a file of the console or an image replaces some of them. */
export function headersFor({ id }: { id: string }): Record<string, string> {
  return { ...API_HEADERS, 'X-Request-Id': id }
}

/** The console's pages may run its own scripts and nothing else. */
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

/** The content security policy of the console's pages; images may come from these origins besides. */
export function consolePolicy({ isHttps = false, imageOrigins = [] }: PolicyOptions = {}): string {
  const images = ["img-src 'self' blob:", ...imageOrigins].join(' ')
  return [...CONSOLE_POLICY, images, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join('; ')
}

interface PolicyOptions {
  isHttps?: boolean
  imageOrigins?: readonly string[]
}

/** An uploaded image is displayed and can run or load nothing. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** For files whose address changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
