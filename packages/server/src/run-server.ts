import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type App, buildApp } from './app.ts'
import { type Env, EnvError, readEnv } from './config/env.ts'
import { readSecretFile } from './config/secret-file.ts'
import { type Database, openPostgres, openSqlite, UnusableDatabase } from './db/client.ts'
import { DataDirInUse, lockDataDir } from './db/data-dir-lock.ts'
import { migrate } from './db/migrate.ts'
import { type FirstAdmin, firstStart } from './first-start.ts'
import { fileMailer, type Mailer, smtpMailer } from './mail/mailer.ts'
import { passwordHasher } from './passwords/password-hash.ts'
import { serverKey } from './server-key.ts'

const CONSOLE_DIR = join(import.meta.dirname, '../../web/dist')
const DRAIN_MS = 10_000
const UPLOADS_PER_MINUTE = 30

/** Starts the server as the environment says and keeps it until a signal comes; what prevents that ends the process with 1. */
export async function runServer(): Promise<void> {
  try {
    await start()
  } catch (error) {
    complain(explain(error))
    process.exit(1)
  }
}

async function start(): Promise<void> {
  const env = readEnv(process.env)
  const { database, release } = await openData(env)
  await migrate(database)
  const hasher = passwordHasher()
  const first = await firstStart({
    database,
    hasher,
    now: new Date(),
    email: env.adminEmail,
    password: env.adminPassword,
    demo: env.demo,
  })
  // Before anything else can fail: nobody would ever know the password.
  if (first) announceAdmin(first)

  const { app } = await buildApp({
    database,
    hasher,
    clock: () => new Date(),
    extensions: ['paging', 'logout'],
    log: { level: env.logLevel },
    consoleDir: CONSOLE_DIR,
    key: serverKey(env.secret === undefined ? readSecretFile(env.dataDir) : Buffer.from(env.secret)),
    mailer: mailerOf(env, (file) => app.log.warn({ file }, 'mail written to a file, since SMTP_URL is not set')),
    limits: { requestsPer10Seconds: env.requestsPer10Seconds, uploadsPerMinute: UPLOADS_PER_MINUTE },
    trustedProxies: env.trustedProxies,
  })
  stopOnSignal(app, async () => {
    await database.close()
    release()
  })
  const origin = await app.listen({ host: env.host, port: env.port })
  say(`  Console  ${origin}`, `  Data     ${env.databaseUrl ? 'PostgreSQL, as DATABASE_URL says' : env.dataDir}`, '')
}

function mailerOf({ smtpUrl, mailFrom: from, dataDir }: Env, onWritten: (file: string) => void): Mailer {
  if (smtpUrl !== undefined) return smtpMailer({ url: smtpUrl, from })
  return fileMailer({ dir: resolve(dataDir, 'mail'), from, onWritten })
}

async function openData(env: Env): Promise<{ database: Database; release: () => void }> {
  if (env.databaseUrl !== undefined) {
    const database = await openPostgres(env.databaseUrl, (error) => complain(`PostgreSQL: ${error.message}`))
    return { database, release: () => undefined }
  }
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
  const { release } = lockDataDir(env.dataDir)
  return { database: await openSqlite(join(env.dataDir, 'rapport.db')), release }
}

function announceAdmin({ email, password, hasDemo }: FirstAdmin): void {
  say(
    '',
    '  Welcome to Rapport. The first admin signs in with',
    '',
    `    e-mail    ${email}`,
    `    password  ${password ?? 'the one in RAPPORT_ADMIN_PASSWORD'}`,
    '',
    ...(password ? ['  This password is shown only now.'] : []),
    ...(hasDemo ? ['  The users, categories, positions and products are made up (RAPPORT_DEMO=0 starts empty).'] : []),
    '',
  )
}

/** Answers what has come in, for ten seconds at most, then closes the database; a second signal ends it at once. */
function stopOnSignal(app: App, closeData: () => Promise<void>): void {
  async function stop(): Promise<void> {
    process.once('SIGINT', () => process.exit(1)).once('SIGTERM', () => process.exit(1))
    const impatience = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    await app.close()
    clearTimeout(impatience)
    await closeData()
    process.exit(0)
  }
  process.once('SIGINT', () => void stop()).once('SIGTERM', () => void stop())
}

/** What whoever starts the server can mend himself; anything else is a fault of ours and shows where. */
function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof DataDirInUse || error instanceof UnusableDatabase) {
    return error.message
  }
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_INVALID_URL') return 'DATABASE_URL is not an address that can be read.'
  if (code === 'EADDRINUSE') return `${error.message}. Another program has the port; PORT names another one.`
  if (/^(?:E[A-Z]+|EAI_[A-Z]+|SQLITE_[A-Z]+|[0-9A-Z]{5})$/.test(code))
    return `Rapport cannot start: ${error.message || code}`
  return error.stack ?? error.message
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}
