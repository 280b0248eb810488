/** On every answer, whatever it is. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'X-Frame-Options': 'DENY',
} as const

/** On every answer that is neither a file of the console nor an image. */
export const API_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/** For two years, as browsers that keep a list of such sites ask for. */
const TLS_ALONE = 'max-age=63072000; includeSubDomains'

/** What the answer to a request begins with; a file of the console or an image changes some of it. */
export function headersFor({ id, protocol }: { id: string; protocol: string }): Record<string, string> {
  return {
    ...API_HEADERS,
    'X-Request-Id': id,
    ...(protocol === 'https' && { 'Strict-Transport-Security': TLS_ALONE }),
  }
}

/** What the console's pages may do: run its own scripts, and nothing else. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
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
].join('; ')

/** Keeps an image that somebody uploaded from doing anything but being seen. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** For what never changes under its address. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
