import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { EXTENSIONS } from '@rapport/core/api/operations.ts'
import { type App, type AppDeps, buildApp } from '#server/app.ts'
import { migrate } from '#server/db/migrate.ts'
import { refold } from '#server/db/refold.ts'
import { createFileMailer, type Mailer, createSmtpMailer } from '#server/mail/mailer.ts'
import { convertStoredSvgs } from '#server/modules/images/convert-stored-svgs.ts'
import { CONSOLE_DIR } from '#server/paths.ts'
import { createErasureLedger } from '#server/security/erasures/erasure-ledger.ts'
import { createPasswordHasher } from '#server/security/password-hash.ts'
import { hasSecretsOfOtherKey, OTHER_KEY_MESSAGE } from '#server/security/two-factor.ts'
import { type Env, readEnv } from './env.ts'
import { explainProblem } from './explain-problem.ts'
import { type FirstAdmin, createFirstAdmin } from './first-start.ts'
import { describeData, lastBackupFile, ledgerFile, loadServerKey, openServerDatabase } from './open-database.ts'

/** Time for pending responses after a signal to stop. */
const DRAIN_MS = 8000
/** The process ends after this time in any case. Exiting takes up to another second while images or passwords are processed. */
const EXIT_MS = 9000
const UPLOADS_PER_MINUTE = 30
/** Ten times a large import; each takes a kilobyte of the audit log. */
const TOKEN_WRITES_PER_DAY = 100_000

const clock = () => new Date()

/**
 * Runs the server with the settings of the environment until a signal comes; exits with 1 if it cannot start. `acceptsShort` lets it
 * start with a ledger of erasures that is short or damaged.
 */
export async function runServer({ acceptsShort = false } = {}): Promise<void> {
  try {
    const env = readEnv(process.env)
    await (env.upstream === undefined ? startServer(env, acceptsShort) : startGateway(env, env.upstream))
  } catch (error) {
    printError(explainProblem(error))
    process.exit(1)
  }
}

async function startServer(env: Env, acceptsShort: boolean): Promise<void> {
  const { database, findReplacedFile, release } = await openServerDatabase(env, (error) =>
    printError(`PostgreSQL: ${error.message}`),
  )
  await migrate(database)
  const hasher = createPasswordHasher()
  const key = loadServerKey(env)
  let isStarted = false
  const { app, audit } = await buildApp({
    ...env,
    database,
    hasher,
    clock,
    extensions: EXTENSIONS,
    log: { level: env.logLevel },
    consoleDir: CONSOLE_DIR,
    key,
    mailer: createMailer(env, (file) => app.log.warn({ file }, 'mail written to a file, since SMTP_URL is not set')),
    limits: {
      requestsPer10Seconds: env.requestsPer10Seconds,
      uploadsPerMinute: UPLOADS_PER_MINUTE,
      tokenWritesPerDay: TOKEN_WRITES_PER_DAY,
    },
    ledger: createErasureLedger({ database, key, clock, path: ledgerFile(env) }),
    acceptsShortLedger: acceptsShort,
    metrics: metricsOptions(env),
    isStarted: () => isStarted,
    findReplacedFile,
  })
  stopOnSignal(app, async () => {
    await database.close()
    release()
  })
  await refold(database, {
    onProgress: (table, id) => app.log.info({ table, id }, 'texts are stored as this version compares them'),
    onDuplicate: (table, id, name) =>
      app.log.warn({ table, id, name }, 'another record now has the same name; both stay until one is renamed'),
  })
  const origin = await app.listen({ host: env.host, port: env.port })

  const hasOtherKey = await hasSecretsOfOtherKey(database.db, key)
  // The admin is created last: the password is shown only once, so nothing must fail afterwards.
  const { adminEmail: email, adminPassword: password, hasDemoData } = env
  const firstAdmin = await createFirstAdmin({
    database,
    hasher,
    audit,
    now: clock(),
    email,
    password,
    withDemoData: hasDemoData,
  })
  isStarted = true
  if (firstAdmin) announceAdmin(firstAdmin)
  else warnOfIgnoredAdmin(env)
  if (hasOtherKey) printError(OTHER_KEY_MESSAGE)
  // Not awaited: converting a thousand SVGs takes minutes.
  const onFailure = (sha256: string, err: unknown, outcome: string) =>
    app.log.warn({ err, sha256 }, `a stored SVG could not be rendered and ${outcome}`)
  void convertStoredSvgs(database, clock, onFailure).catch((err: unknown) =>
    app.log.error({ err }, 'stored SVGs were not converted'),
  )
  print(`  Console  ${origin}`, `  Data     ${describeData(env)}`, '')
}

async function startGateway(env: Env, upstream: string): Promise<void> {
  const { buildGateway } = await import('#server/gateway/gateway-app.ts')
  const app = await buildGateway({
    ...env,
    upstream,
    log: { level: env.logLevel },
    consoleDir: CONSOLE_DIR,
  })
  stopOnSignal(app, async () => undefined)
  const origin = await app.listen({ host: env.host, port: env.port })
  print(`  Console  ${origin}`, `  API      ${upstream}`, '')
}

function metricsOptions(env: Env): AppDeps['metrics'] {
  const { metricsToken: token, hasLoopbackMetrics: onLoopback } = env
  if (token === undefined && !onLoopback) return undefined
  return { token, onLoopback, lastBackupAt: () => statSync(lastBackupFile(env), { throwIfNoEntry: false })?.mtimeMs }
}

function createMailer(
  { smtpUrl, smtpNeedsTls, mailFrom: from, dataDir }: Env,
  onWritten: (file: string) => void,
): Mailer {
  if (smtpUrl !== undefined) return createSmtpMailer({ url: smtpUrl, from, needsTls: smtpNeedsTls })
  return createFileMailer({ dir: resolve(dataDir, 'mail'), from, onWritten })
}

function announceAdmin({ email, password, hasDemo }: FirstAdmin): void {
  print(
    '',
    '  Welcome to Rapport. The first admin signs in with',
    '',
    `    email     ${email}`,
    `    password  ${password ?? 'the one in RAPPORT_ADMIN_PASSWORD'}`,
    '',
    ...(password ? ['  This password will not be shown again.'] : []),
    ...(hasDemo ? ['  The users, categories, positions and products are samples (RAPPORT_DEMO=0 starts empty).'] : []),
    '',
  )
}

function warnOfIgnoredAdmin({ adminEmail, adminPassword }: Env): void {
  const ignoredNames = [adminEmail && 'RAPPORT_ADMIN_EMAIL', adminPassword && 'RAPPORT_ADMIN_PASSWORD'].filter(Boolean)
  if (ignoredNames.length === 0) return
  const names = ignoredNames.join(' and ')
  printError(
    `${names} ${ignoredNames.length === 1 ? 'is' : 'are'} ignored, since there is already an admin: "rapport-server admin" adds another one or sets a new password.`,
  )
}

/**
 * Finishes pending requests, then closes the database, within ten seconds; a second signal exits at once. Nothing is
 * lost: transactions roll back, and an unfinished mail is sent again when its lease expires.
 */
function stopOnSignal(app: App, closeData: () => Promise<void>): void {
  let isStopping = false
  async function stop(): Promise<void> {
    isStopping = true
    setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    setTimeout(() => process.exit(0), EXIT_MS)
    await app.close()
    await closeData()
    process.exit(0)
  }
  const handleSignal = () => {
    if (isStopping) process.exit(1)
    void stop()
  }
  // On an older Node, the entry starts this process and forwards its signals; a terminal sends the same ones to both.
  const isUnderEntry = () => process.env['RAPPORT_RELAUNCHED'] === String(process.ppid)
  const handleUnlessForwarded = () => {
    if (!isUnderEntry()) handleSignal()
  }
  process.on('SIGINT', handleUnlessForwarded).on('SIGTERM', handleUnlessForwarded)
  // Without the entry, SIGHUP is left alone, so that nohup can ignore it.
  if (isUnderEntry()) process.on('SIGHUP', handleUnlessForwarded).on('SIGUSR2', handleSignal)
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`)
}
