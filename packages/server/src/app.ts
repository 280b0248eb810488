import type { Extension } from '@rapport/core/api/operations.ts'
import type { Store } from '@rapport/core/api/stores.ts'
import type { FastifyInstance } from 'fastify'
import { MINUTE, SECOND } from '#server/domain/time.ts'
import { type BackgroundTask, startBackgroundTask } from './capacity/background-task.ts'
import { type Database, ping } from './db/client.ts'
import { DomainError } from './domain/domain-error.ts'
import { consoleFiles } from './http/console-files.ts'
import { createContractRoute } from './http/contract/contract-route.ts'
import { consolePolicy, PASSKEYS_HEADER } from './http/headers.ts'
import { healthRoutes } from './http/health.routes.ts'
import { createServer, type LogOptions, type Timeouts } from './http/server.ts'
import type { Mailer } from './mail/mailer.ts'
import { NOTICES } from './mail/notices.ts'
import { createOutbox } from './mail/outbox.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { createAuthService } from './modules/auth/auth.service.ts'
import { createSignInLimits } from './modules/auth/sign-in-limits.service.ts'
import { categoriesRoutes } from './modules/categories/categories.routes.ts'
import { createCategoriesService, categoryRestore } from './modules/categories/categories.service.ts'
import { replayErasures } from './modules/erasures/replay.service.ts'
import { createHistoryService } from './modules/history/history.service.ts'
import { createImageProcessor } from './modules/images/image-processor.ts'
import { imagesRoutes } from './modules/images/images.routes.ts'
import { createImagesService } from './modules/images/images.service.ts'
import { type MetricsAccess, metricsRoutes } from './modules/metrics/metrics.routes.ts'
import { passkeysRoutes } from './modules/passkeys/passkeys.routes.ts'
import { createPasskeysService } from './modules/passkeys/passkeys.service.ts'
import { createCodeMails } from './modules/password-reset/code-mail.service.ts'
import { passwordResetRoutes } from './modules/password-reset/password-reset.routes.ts'
import { createPasswordResetService } from './modules/password-reset/password-reset.service.ts'
import { personFileRoutes } from './modules/person-file/person-file.routes.ts'
import { createPersonFileService } from './modules/person-file/person-file.service.ts'
import { positionsRoutes } from './modules/positions/positions.routes.ts'
import { positionRestore, createPositionsService } from './modules/positions/positions.service.ts'
import { productsRoutes } from './modules/products/products.routes.ts'
import { productRestore, createProductsService } from './modules/products/products.service.ts'
import { createSessionsService } from './modules/sessions/sessions.service.ts'
import { settingsRoutes } from './modules/settings/settings.routes.ts'
import { createSettingsService } from './modules/settings/settings.service.ts'
import { createTokensService } from './modules/tokens/tokens.service.ts'
import { trashRoutes } from './modules/trash/trash.routes.ts'
import { createTrashService } from './modules/trash/trash.service.ts'
import { twoFactorRoutes } from './modules/two-factor/two-factor.routes.ts'
import { createTwoFactorService } from './modules/two-factor/two-factor.service.ts'
import { usersRoutes } from './modules/users/users.routes.ts'
import { userRestore, createUsersService } from './modules/users/users.service.ts'
import { type AuditLog, createAuditLog } from './security/audit/audit-log.ts'
import type { ErasureLedger } from './security/erasures/erasure-ledger.ts'
import { createIdentityConfirmation } from './security/identity-confirmation.ts'
import { createKnownBlocks } from './security/limits/known-blocks.ts'
import { createLimiter } from './security/limits/limiter.ts'
import { type SessionLimitOptions, createSessionLimits } from './security/limits/session-limits.ts'
import { createPasskeys } from './security/passkeys.ts'
import type { PasswordHasher } from './security/password-hash.ts'
import type { ServerKey } from './security/server-key.ts'
import type { ServiceDeps } from './security/service-deps.ts'
import { createTwoFactor } from './security/two-factor.ts'

export type App = FastifyInstance

export interface AppDeps {
  database: Database
  hasher: PasswordHasher
  clock: () => Date
  extensions: readonly Extension[]
  log: LogOptions
  /** Folder of the built console; without it, pages say how to build it. */
  consoleDir?: string | undefined
  key: ServerKey
  mailer: Mailer
  limits: SessionLimitOptions
  /** Networks whose proxies may set X-Forwarded-For; none if omitted. */
  trustedProxies?: readonly string[]
  /** Whether browsers reach the server over TLS only. */
  isHttps?: boolean
  /** Origin of the console, for passkeys; `http://localhost` with any port if omitted. */
  publicOrigin?: string | undefined
  /** MiB that all images may take; without limit if omitted. */
  imageQuotaMib?: number | undefined
  /** The stores that the products are sold in. */
  stores?: readonly Store[] | undefined
  /** Whether erasing and purging need a reason. */
  requiresReason: boolean
  /** The ledger of erasures, which is replayed. */
  ledger: ErasureLedger
  /** Whether to go on with a ledger that is short or damaged. */
  acceptsShortLedger?: boolean
  /** Days to keep the audit log; forever if omitted. */
  auditDays?: number
  /** Whether to log each event of the history, at any level. */
  logsAudit?: boolean
  /** Who may read /metrics, and when the last backup was complete; without it, there is no such route. */
  metrics?: (MetricsAccess & { lastBackupAt: () => number | undefined }) | undefined
  /** Returns true once the first start is over; if omitted, the server is ready at once. */
  isStarted?: () => boolean
  /** Returns the database's file if it was removed or replaced while the server runs. */
  findReplacedFile?: () => string | undefined
  /** Whether to send mail and sweep at intervals; otherwise only `runNow` does. */
  runsBackgroundTasks?: boolean
  timeouts?: Timeouts
}

interface Background {
  mail: BackgroundTask
  sweep: BackgroundTask
}

/** Mail is sent at intervals and not by the request, so that response times do not reveal whether there is mail. */
const MAIL_EVERY_MS = 1000
const HANDLER_TIMEOUT_MS = 30 * SECOND
const SWEEP_EVERY_MS = 10 * MINUTE

const RESTORE_RULES = {
  user: userRestore,
  category: categoryRestore,
  position: positionRestore,
  product: productRestore,
}

/** Builds the whole server. Closing it leaves the database open. Throws `OperatorError` for a ledger of erasures that is short. */
export async function buildApp(deps: AppDeps): Promise<{ app: App; background: Background; audit: AuditLog }> {
  const { database, clock, extensions, key, ledger, requiresReason, isHttps = false } = deps
  // A connection to PostgreSQL may be lost without an error, and the handler would wait forever. SQLite needs no limit: its
  // waits are short, and Node ends slow bodies after a minute.
  const handlerTimeout = database.engine === 'postgres' ? HANDLER_TIMEOUT_MS : 0
  const app = createServer(deps.log, { ...deps, handlerTimeout })
  const limiter = createLimiter({ key, clock })
  const auditLogger = app.log.child({}, { level: 'info' })
  const onEvent = deps.logsAudit ? (event: object) => auditLogger.info(event, 'audit') : undefined
  const audit = createAuditLog({ database, clock, key, limiter, keepDays: deps.auditDays, onEvent })
  const images = createImageProcessor({ db: database.db, quotaMib: deps.imageQuotaMib })
  const ifShort = deps.acceptsShortLedger ? 'accept' : 'refuse'
  // Before mail is sent.
  for (const sentence of await replayErasures({ database, key, audit, ledger }, { ifShort })) app.log.warn(sentence)
  const services: ServiceDeps = {
    ...deps,
    limiter,
    audit,
    images,
    blocks: createKnownBlocks({ key, clock }),
    twoFactor: createTwoFactor({ key, clock }),
    passkeys: createPasskeys(deps),
    identity: createIdentityConfirmation({ clock }),
  }
  const auth = createAuthService({ ...services, limits: createSignInLimits(services) })
  const reset = createPasswordResetService(services)
  const tokens = createTokensService(services)
  const users = createUsersService(services)
  const trash = createTrashService({ ...services, rules: RESTORE_RULES })
  const sweeps = [
    () => limiter.sweep(database.db),
    async () => {
      if (await audit.isClockInDoubt()) return
      await audit.sweep()
      await trash.purgeExpired()
    },
    () => users.compactUserCounts(),
    () => reset.sweep(),
  ]
  const background = startBackground(app, { ...deps, ...services, sweeps })
  const { checkRequestRate, countTokenWrites } = createSessionLimits({ ...deps.limits, database, limiter, clock })
  const guards = {
    session: auth.authenticate,
    apiToken: tokens.authenticate,
    reset: reset.authenticate,
    checkRequestRate,
  }
  const route = createContractRoute(app, { extensions, guards })
  authRoutes(route, auth)
  passwordResetRoutes(route, reset)
  settingsRoutes(route, createSettingsService(services), { extensions, stores: deps.stores, requiresReason })
  twoFactorRoutes(route, createTwoFactorService(services))
  passkeysRoutes(route, createPasskeysService(services))
  const sessions = createSessionsService(services)
  route.data('listSessions', 'Your sessions.', (_, caller) => sessions.listSessions(caller))
  route.data('endSession', 'The session has ended.', ({ params }, caller) => sessions.endSession(caller, params.id))
  route.data('endOtherSessions', 'All other sessions have ended.', async (_, caller) => ({
    ended: await sessions.endOtherSessions(caller),
  }))
  route.data('listTokens', 'Your tokens.', (_, caller) => tokens.listTokens(caller))
  route.data('createToken', 'Copy the token now: it is not shown again.', ({ body }, caller) =>
    tokens.createToken(caller, body),
  )
  route.data('revokeToken', 'The token was revoked.', ({ params }, caller) => tokens.revokeToken(caller, params.id))
  usersRoutes(route, users, countTokenWrites)
  personFileRoutes(route, createPersonFileService({ ...services, auditDays: deps.auditDays }))
  categoriesRoutes(route, createCategoriesService(services))
  positionsRoutes(route, createPositionsService(services))
  productsRoutes(route, createProductsService(services))
  trashRoutes(route, trash)
  const history = createHistoryService(database)
  route.data('listHistory', 'The history.', ({ query }, caller, _client, { signal }) =>
    history.listHistory(caller, query, signal),
  )

  imagesRoutes(app, createImagesService(database))
  healthRoutes(app, async () => {
    if (deps.isStarted?.() === false)
      throw new DomainError('unavailable', 'The server is starting.', { retryAfterSeconds: 1 })
    const file = deps.findReplacedFile?.()
    if (file !== undefined) {
      app.log.error({ file }, 'the database file was removed or replaced: stop the server and put it back')
      throw new DomainError('unavailable', 'The database is not available.')
    }
    await ping(database)
  })
  if (deps.metrics) {
    const { createMetrics } = await import('./modules/metrics/metrics.service.ts')
    const { lastBackupAt } = deps.metrics
    metricsRoutes(app, createMetrics({ database, clock, limiter, images, lastBackupAt }), deps.metrics)
  }
  consoleFiles(app, deps.consoleDir, {
    'Content-Security-Policy': consolePolicy({ isHttps }),
    ...(extensions.includes('passkeys') && PASSKEYS_HEADER),
  })

  await app.ready()
  return { app, background, audit }
}

interface BackgroundDeps extends AppDeps, ServiceDeps {
  /** Tasks that delete expired rows or add up counts, run every ten minutes. */
  sweeps: readonly (() => Promise<void>)[]
}

/** Sends mail and deletes expired rows until the server closes. */
function startBackground(app: App, deps: BackgroundDeps): Background {
  const { database, mailer, clock, limiter, sweeps, runsBackgroundTasks = true } = deps
  const kinds = { ...NOTICES, reset_code: createCodeMails(deps) }
  const { sendDue } = createOutbox({ database, mailer, clock, kinds, limiter, log: app.log })
  const onError = (error: unknown) => app.log.error({ err: error }, 'background work failed')
  const mail = startBackgroundTask({ everyMs: runsBackgroundTasks ? MAIL_EVERY_MS : undefined, work: sendDue, onError })
  // If one sweep fails, the others still run.
  const work = async () => {
    for (const sweepOne of sweeps) await sweepOne().catch(onError)
  }
  const sweep = startBackgroundTask({ everyMs: runsBackgroundTasks ? SWEEP_EVERY_MS : undefined, work, onError })
  const stop = () => Promise.all([mail.stop(), sweep.stop()])
  // Stops the tasks while pending requests are completed.
  app.addHook('preClose', async () => void stop())
  app.addHook('onClose', async () => void (await stop()))
  return { mail, sweep }
}
