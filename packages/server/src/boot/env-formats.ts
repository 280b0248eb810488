import { isIP } from 'node:net'

export const MIN_SECRET_BYTES = 32
const MIN_DISTINCT_CHARACTERS = 8
const PLACEHOLDER = /change.?me|placeholder|your.?secret|example|password|rapport/i

export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Returns true if the text is long and varied enough, and neither a repetition nor a placeholder. */
export function isStrongSecret(text: string): boolean {
  const isRepeated = `${text}${text}`.indexOf(text, 1) < text.length
  const isVaried = new Set(text).size >= MIN_DISTINCT_CHARACTERS
  return Buffer.byteLength(text) >= MIN_SECRET_BYTES && isVaried && !isRepeated && !PLACEHOLDER.test(text)
}

/**
 * Returns true for a URL that pg and libpq (`pg_dump "$DATABASE_URL"`) parse alike: they differ on a raw `#`, `/` or `?` in the
 * user part, and on two `@`.
 */
export function isPostgresUrl(text: string): boolean {
  if (!/^postgres(?:ql)?:\/\/(?:[^\s@/?#]*@)?[^\s@#]*$/.test(text) || /%(?![\da-f]{2})/i.test(text)) return false
  return URL.canParse(text.replace('@/', '@localhost/'))
}

export function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[\w.-]+$/.test(text)
}

export function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)
}

/** Refuses characters such as `;`, which could end the host in a content security policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]\u0080-\uffff-]+\/?$/i

/** Returns true for `https://host` or `http://host`, with or without a port, and nothing else. */
export function isHttpOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href && PLAIN_ORIGIN.test(text)
}

export function isHttpsOrigin(text: string): boolean {
  return isHttpOrigin(text) && new URL(text).protocol === 'https:'
}

export function areOrigins(text: string): boolean {
  return splitList(text).every(isHttpOrigin)
}

export function areNetworks(text: string): boolean {
  return splitList(text).every((network) => {
    const [address = '', bits, ...rest] = network.split('/')
    const version = isIP(address)
    if (version === 0 || rest.length > 0) return false
    // Fastify refuses `/0` too, but with a stack trace.
    return (
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
    )
  })
}

/** Returns true if only this machine can connect to the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}
