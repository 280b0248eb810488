import { resolve } from 'node:path'
import { isStore } from '@rapport/core/api/stores.ts'
import { nameAndEmailInput } from '@rapport/core/entities/profile/profile.ts'
import * as z from 'zod/mini'
import { OperatorError } from '#server/domain/operator-error.ts'
import { DEFAULT_DATA_DIR } from '#server/paths.ts'
import {
  areNetworks,
  areOrigins,
  isHost,
  isHttpOrigin,
  isHttpsOrigin,
  isLoopback,
  isPostgresUrl,
  isSmtpUrl,
  isStrongSecret,
  splitList,
} from './env-formats.ts'
import { SECRET_RULE, findContradictions, findUnknownSettings } from './env-rules.ts'

export type Env = ReturnType<typeof readEnv>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MODES = ['production', 'development', 'test'] as const
const MAIL_RULE = 'must be an email address, or a name and an address: Rapport <rapport@example.com>'

const stringMatching = (isValid: (value: string) => boolean, expected: string) =>
  z.string().check(z.refine(isValid, expected))

function integer(min: number, max: number, expected = `must be a number from ${min} to ${max}`) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,7}$/, expected)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(min, expected), z.maximum(max, expected))),
  )
}

const schema = z.object({
  HOST: z._default(
    stringMatching(isHost, 'must be an address or a name, such as 127.0.0.1, 0.0.0.0 or ::'),
    '127.0.0.1',
  ),
  PORT: z._default(integer(0, 65_535, 'must be a port number from 0 to 65535'), 4000),
  NODE_ENV: z.optional(z.enum(MODES, `must be one of ${MODES.join(', ')}`)),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  RAPPORT_PUBLIC_URL: z.optional(
    stringMatching(isHttpsOrigin, 'must begin with https:// and have no path, such as https://console.example.com'),
  ),
  RAPPORT_TRUSTED_PROXIES: z._default(
    stringMatching(areNetworks, 'must be comma-separated addresses or networks, such as 10.0.0.0/8,::1'),
    '',
  ),
  RAPPORT_DATA_DIR: z._default(
    stringMatching((path) => !path.startsWith('~'), 'must not begin with ~, which only a shell expands'),
    DEFAULT_DATA_DIR,
  ),
  DATABASE_URL: z.optional(
    stringMatching(
      isPostgresUrl,
      'must be a URL like postgres://user:password@host/database, with special characters such as # or @ in the password percent-encoded (%23, %40)',
    ),
  ),
  RAPPORT_SECRET: z.optional(stringMatching(isStrongSecret, SECRET_RULE)),
  RAPPORT_ADMIN_EMAIL: z.optional(
    stringMatching((text) => nameAndEmailInput.shape.email.safeParse(text).data === text, 'must be an email address'),
  ),
  RAPPORT_ADMIN_PASSWORD: z.optional(
    z.string().check(z.minLength(8, 'must have at least 8 characters'), z.maxLength(128, 'is too long')),
  ),
  RAPPORT_DEMO: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  SMTP_URL: z.optional(stringMatching(isSmtpUrl, 'must be a URL like smtp://user:password@mail.example.com:587')),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(/^(?:[^<>@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u, { error: MAIL_RULE })),
  ),
  RAPPORT_REQUESTS_PER_10_SECONDS: z._default(integer(1, 1_000_000), 3000),
  RAPPORT_AUDIT_DAYS: z._default(integer(90, 36_500), 400),
  RAPPORT_IMAGE_QUOTA_MIB: z._default(integer(1, 9_999_999), 10_240),
  RAPPORT_STORES: z._default(
    stringMatching(
      (text) => splitList(text).length > 0 && splitList(text).every(isStore),
      'must be app-store, google-play, or both with a comma',
    ),
    'app-store',
  ),
  RAPPORT_REQUIRE_REASON: z._default(z.enum(['0', '1'], 'must be 0 or 1'), '0'),
  RAPPORT_METRICS_TOKEN: z.optional(stringMatching(isStrongSecret, SECRET_RULE)),
  RAPPORT_METRICS: z.optional(z.literal('loopback', 'must be loopback; for other machines set RAPPORT_METRICS_TOKEN')),
  RAPPORT_AUDIT_LOG: z._default(z.enum(['0', '1'], 'must be 0 or 1'), '0'),
  RAPPORT_UPSTREAM: z.optional(
    stringMatching(isHttpOrigin, 'must be an origin without a path, such as https://api.example.com'),
  ),
  RAPPORT_IMAGE_ORIGINS: z._default(
    stringMatching(areOrigins, 'must be comma-separated origins, such as https://images.example.com'),
    '',
  ),
  RAPPORT_MAX_RESPONSE_MIB: z._default(integer(1, 9_999_999), 256),
})

export const SETTINGS: readonly string[] = Object.keys(schema.shape)

/** Reads the settings; an empty variable counts as not set. Throws `OperatorError` with all problems. */
export function readEnv(variables: NodeJS.ProcessEnv) {
  const settings = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { success, data, error } = schema.safeParse(settings)
  const schemaMessages = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}.`) ?? []
  const messages = [...schemaMessages, ...findContradictions(settings), ...findUnknownSettings(settings, SETTINGS)]
  if (!success || messages.length > 0) throw new OperatorError(messages.join('\n'))
  const isProduction = data.NODE_ENV === 'production'
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: resolve(data.RAPPORT_DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    // The first admin; by default a fixed address and a generated password.
    adminEmail: data.RAPPORT_ADMIN_EMAIL,
    adminPassword: data.RAPPORT_ADMIN_PASSWORD,
    // Sample users do not belong among real ones.
    hasDemoData: data.RAPPORT_DEMO === undefined ? !isProduction : data.RAPPORT_DEMO === '1',
    // At a terminal the console's address matters more than a line per request.
    logLevel: data.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    // By default a key that is created in the data folder.
    secret: data.RAPPORT_SECRET,
    // Without it, mail is written to files in the data folder.
    smtpUrl: data.SMTP_URL,
    smtpNeedsTls: isProduction && data.SMTP_URL !== undefined && !isLoopback(new URL(data.SMTP_URL).hostname),
    mailFrom: data.MAIL_FROM ?? 'Rapport <rapport@localhost>',
    trustedProxies: splitList(data.RAPPORT_TRUSTED_PROXIES),
    isHttps: data.RAPPORT_PUBLIC_URL !== undefined,
    publicOrigin: data.RAPPORT_PUBLIC_URL && new URL(data.RAPPORT_PUBLIC_URL).origin,
    requestsPer10Seconds: data.RAPPORT_REQUESTS_PER_10_SECONDS,
    auditDays: data.RAPPORT_AUDIT_DAYS,
    imageQuotaMib: data.RAPPORT_IMAGE_QUOTA_MIB,
    stores: splitList(data.RAPPORT_STORES).filter(isStore),
    requiresReason: data.RAPPORT_REQUIRE_REASON === '1',
    metricsToken: data.RAPPORT_METRICS_TOKEN,
    hasLoopbackMetrics: data.RAPPORT_METRICS === 'loopback',
    logsAudit: data.RAPPORT_AUDIT_LOG === '1',
    // Origin of the API behind a gateway.
    upstream: data.RAPPORT_UPSTREAM && new URL(data.RAPPORT_UPSTREAM).origin,
    maxResponseMib: data.RAPPORT_MAX_RESPONSE_MIB,
    imageOrigins: splitList(data.RAPPORT_IMAGE_ORIGINS).map((url) => new URL(url).origin),
  }
}
