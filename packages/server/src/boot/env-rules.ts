import { nearest } from '@rapport/core/text/nearest.ts'
import { OPERATING_PAGE } from '#server/paths.ts'
import { isHttpOrigin, isHttpsOrigin, isLoopback, MIN_SECRET_BYTES } from './env-formats.ts'

type Variables = NodeJS.ProcessEnv

export const SECRET_RULE = `must be at least ${MIN_SECRET_BYTES} random bytes; openssl rand -base64 33 makes them`

/** Settings that a gateway does not use: the upstream API has its own accounts, mail and limits. */
const UNUSED_BY_GATEWAY = [
  'DATABASE_URL',
  'RAPPORT_SECRET',
  'RAPPORT_ADMIN_EMAIL',
  'RAPPORT_ADMIN_PASSWORD',
  'RAPPORT_DEMO',
  'SMTP_URL',
  'MAIL_FROM',
  'RAPPORT_REQUESTS_PER_10_SECONDS',
  'RAPPORT_AUDIT_DAYS',
  'RAPPORT_IMAGE_QUOTA_MIB',
  'RAPPORT_STORES',
  'RAPPORT_REQUIRE_REASON',
  'RAPPORT_METRICS_TOKEN',
  'RAPPORT_METRICS',
  'RAPPORT_AUDIT_LOG',
] as const

/** Returns a message for each combination of settings that is refused, always or in production. */
export function findContradictions(variables: Variables): string[] {
  const productionRules =
    variables['NODE_ENV'] === 'production'
      ? [postgresNeedsSecret, publicNeedsTls, tlsNeedsTrustedProxy, upstreamNeedsTls]
      : []
  return [
    mailNeedsSender,
    ...productionRules,
    onlyForGateway('RAPPORT_IMAGE_ORIGINS', ': without it, this server serves the images itself'),
    onlyForGateway('RAPPORT_MAX_RESPONSE_MIB', ', whose responses it limits'),
    ...UNUSED_BY_GATEWAY.map(unusedByGateway),
  ].flatMap((rule) => rule(variables) ?? [])
}

function mailNeedsSender({ SMTP_URL, MAIL_FROM }: Variables): string | undefined {
  if (SMTP_URL === undefined || MAIL_FROM !== undefined) return undefined
  return 'MAIL_FROM must be set together with SMTP_URL: it is the sender of the mails.'
}

function postgresNeedsSecret({ DATABASE_URL, RAPPORT_SECRET }: Variables): string | undefined {
  if (DATABASE_URL === undefined || RAPPORT_SECRET !== undefined) return undefined
  return `RAPPORT_SECRET ${SECRET_RULE}. In production with DATABASE_URL, all processes need the same one.`
}

/** Passwords and tokens must not cross the network unencrypted. */
function publicNeedsTls({ HOST = '127.0.0.1', RAPPORT_PUBLIC_URL }: Variables): string | undefined {
  if (isLoopback(HOST) || RAPPORT_PUBLIC_URL !== undefined) return undefined
  return `RAPPORT_PUBLIC_URL must be the https:// address that a proxy serves: in production, HOST ${HOST} must not serve plain HTTP.`
}

/** Behind TLS every request comes from a proxy. If it is not trusted, all clients share its address and limits. */
function tlsNeedsTrustedProxy({ RAPPORT_PUBLIC_URL = '', RAPPORT_TRUSTED_PROXIES }: Variables): string | undefined {
  if (!isHttpsOrigin(RAPPORT_PUBLIC_URL) || RAPPORT_TRUSTED_PROXIES !== undefined) return undefined
  return 'RAPPORT_TRUSTED_PROXIES must name the proxy in front of the server, such as 127.0.0.1: limits apply per client address, which only the proxy knows.'
}

function upstreamNeedsTls({ RAPPORT_UPSTREAM = '' }: Variables): string | undefined {
  if (!isHttpOrigin(RAPPORT_UPSTREAM)) return undefined
  const { protocol, hostname } = new URL(RAPPORT_UPSTREAM)
  if (protocol === 'https:' || isLoopback(hostname)) return undefined
  return 'RAPPORT_UPSTREAM must begin with https:// in production, or be on this machine: tokens are sent there.'
}

function onlyForGateway(name: 'RAPPORT_IMAGE_ORIGINS' | 'RAPPORT_MAX_RESPONSE_MIB', reason: string) {
  return (variables: Variables): string | undefined =>
    variables[name] === undefined || variables['RAPPORT_UPSTREAM'] !== undefined
      ? undefined
      : `${name} works only with RAPPORT_UPSTREAM${reason}.`
}

function unusedByGateway(name: (typeof UNUSED_BY_GATEWAY)[number]) {
  return (variables: Variables): string | undefined => {
    if (variables['RAPPORT_UPSTREAM'] === undefined || variables[name] === undefined) return undefined
    return `${name} cannot be combined with RAPPORT_UPSTREAM: a gateway opens no database, and the upstream API has its own settings.`
  }
}

const PREFIX = 'RAPPORT_'

/** Variables with our prefix that the tool and the tests read. */
const OTHER_VARIABLES = new Set([
  'RAPPORT_API_URL',
  'RAPPORT_TOKEN',
  'RAPPORT_PROFILE',
  'RAPPORT_CONFIG_DIR',
  'RAPPORT_RELAUNCHED',
  'RAPPORT_FUZZ_SEED',
])

/** Variables that Kubernetes and Docker links set in each container for a service whose name begins with `rapport`. */
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP|SCTP)/
const SERVICE_LINK_URL = /^(?:tcp|udp|sctp):\/\//

/** Returns a message for each variable with our prefix that is not a setting, usually a misspelt one. */
export function findUnknownSettings(variables: NodeJS.ProcessEnv, settings: readonly string[]): string[] {
  return Object.entries(variables).flatMap(([name, value = '']) => {
    const upperCase = name.toUpperCase()
    if (!upperCase.startsWith(PREFIX) || settings.includes(name) || OTHER_VARIABLES.has(name)) return []
    if (SERVICE_LINK.test(name) || SERVICE_LINK_URL.test(value)) return []
    const unprefixed = upperCase.slice(PREFIX.length)
    const suggestion = settings.includes(unprefixed) ? unprefixed : nearest(name, settings)
    const hint = suggestion === undefined ? `; ${OPERATING_PAGE} lists them all.` : `. Did you mean ${suggestion}?`
    return `${name} is not a setting${hint}`
  })
}
