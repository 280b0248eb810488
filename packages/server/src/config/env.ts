import { isIP } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The settings of the server, from its environment. */
export interface Env {
  host: string
  port: number
  dataDir: string
  /** PostgreSQL instead of the embedded SQLite. */
  databaseUrl: string | undefined
  /** The admin of the first start; made up where not set. */
  adminEmail: string | undefined
  adminPassword: string | undefined
  demo: boolean
  logLevel: string
  /** Keys what is digested; made and kept in the data folder where not set. */
  secret: string | undefined
  /** How mail is sent; written to the data folder where not set. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Networks (CIDR) whose proxies are believed in whom they speak for. */
  trustedProxies: readonly string[]
  requestsPer10Seconds: number
}

/** Settings that cannot be used: one line for each variable, made for people. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

const REPOSITORY = join(import.meta.dirname, '../../../..')
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const PORT = 'must be a port number from 0 to 65535'

const SECRET_BYTES = 32
const SECRET = `must have at least ${SECRET_BYTES} bytes that nobody guesses, such as: openssl rand -base64 33`
const SMTP = 'must be a URL like smtp://user:password@mail.example.com:587'
const REQUESTS = 'must be a number from 1 to 1000000'
const NETWORKS = 'must be addresses or networks with commas between, such as 10.0.0.0/8,::1'

const schema = z.object({
  HOST: z._default(z.string().check(z.minLength(1, 'must not be empty')), '127.0.0.1'),
  PORT: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}$/, PORT)),
      z.pipe(z.transform(Number), z.number().check(z.maximum(65_535, PORT))),
    ),
    4000,
  ),
  RAPPORT_DATA_DIR: z._default(z.string().check(z.minLength(1, 'must not be empty')), join(REPOSITORY, '.data')),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(?:ql)?:\/\//, 'must be a URL that begins with postgres:// or postgresql://')),
  ),
  RAPPORT_ADMIN_EMAIL: z.optional(
    z.string().check(z.maxLength(254, 'is too long'), z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')),
  ),
  RAPPORT_ADMIN_PASSWORD: z.optional(
    z.string().check(z.minLength(8, 'must have at least 8 characters'), z.maxLength(1024, 'is too long')),
  ),
  RAPPORT_DEMO: z._default(z.enum(['0', '1'], 'must be 0 or 1'), '1'),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  RAPPORT_SECRET: z.optional(z.string().check(z.refine(isStrongSecret, SECRET))),
  SMTP_URL: z.optional(z.string().check(z.refine(isSmtpUrl, SMTP))),
  MAIL_FROM: z.optional(
    z.string().check(
      z.regex(/^(?:[^<>@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u, {
        error: 'must be an e-mail address, or a name and an address: Rapport <rapport@example.com>',
      }),
    ),
  ),
  RAPPORT_TRUSTED_PROXIES: z._default(z.string().check(z.refine(areNetworks, NETWORKS)), ''),
  RAPPORT_REQUESTS_PER_10_SECONDS: z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,6}$/, REQUESTS)),
      z.pipe(z.transform(Number), z.number().check(z.maximum(1_000_000, REQUESTS))),
    ),
    300,
  ),
  NODE_ENV: z.optional(z.string()),
})

/** Reads the settings; an empty variable counts as not set. Throws `EnvError`. */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { success, data, error } = schema.safeParse(set)
  if (!success) throw new EnvError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'))
  if (data.SMTP_URL !== undefined && data.MAIL_FROM === undefined) {
    throw new EnvError('MAIL_FROM must be set together with SMTP_URL: it is who the mails come from.')
  }
  if (data.NODE_ENV === 'production' && data.DATABASE_URL !== undefined && data.RAPPORT_SECRET === undefined) {
    throw new EnvError(`RAPPORT_SECRET ${SECRET}. In production with DATABASE_URL, all processes need the same one.`)
  }
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: data.RAPPORT_DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    adminEmail: data.RAPPORT_ADMIN_EMAIL,
    adminPassword: data.RAPPORT_ADMIN_PASSWORD,
    demo: data.RAPPORT_DEMO === '1',
    // Whoever starts it at a terminal wants to see what to open, and not a line per request.
    logLevel: data.LOG_LEVEL ?? (data.NODE_ENV === 'production' ? 'info' : 'warn'),
    secret: data.RAPPORT_SECRET,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? 'Rapport <rapport@localhost>',
    trustedProxies: networksOf(data.RAPPORT_TRUSTED_PROXIES),
    requestsPer10Seconds: data.RAPPORT_REQUESTS_PER_10_SECONDS,
  }
}

/** Long enough, and not one key held down. */
function isStrongSecret(text: string): boolean {
  return Buffer.byteLength(text) >= SECRET_BYTES && new Set(text).size >= 8
}

function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)
}

function areNetworks(text: string): boolean {
  return networksOf(text).every((network) => {
    const [address = '', bits, ...rest] = network.split('/')
    const version = isIP(address)
    if (version === 0 || rest.length > 0) return false
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  })
}

function networksOf(text: string): string[] {
  return text
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '')
}
