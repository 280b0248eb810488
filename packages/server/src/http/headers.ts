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
