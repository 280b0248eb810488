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
}

/** Settings that cannot be used: one line for each variable, made for people. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

const REPOSITORY = join(import.meta.dirname, '../../../..')
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const PORT = 'must be a port number from 0 to 65535'

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
  NODE_ENV: z.optional(z.string()),
})

/** Reads the settings; an empty variable counts as not set. Throws `EnvError`. */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { success, data, error } = schema.safeParse(set)
  if (!success) throw new EnvError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'))
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
  }
}
