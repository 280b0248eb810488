import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { type Extension, EXTENSIONS } from '@rapport/core/api/operations.ts'
import { readDate } from '@rapport/core/text/dates.ts'
import { type App, type AppDeps, buildApp } from '#server/app.ts'
import { type Database, openPostgres, openSqlite } from '#server/db/client.ts'
import { DEMO_USERS, insertDemo } from '#server/db/demo/demo.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Mail } from '#server/mail/mail-texts.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { replayErasures } from '#server/modules/erasures/replay.service.ts'
import { toUser, LISTED_COLUMNS } from '#server/modules/users/users.repo.ts'
import { insertUser } from '#server/security/account.repo.ts'
import { createAuditLog } from '#server/security/audit/audit-log.ts'
import { createErasureLedger, type ReconcileOptions } from '#server/security/erasures/erasure-ledger.ts'
import { createLimiter } from '#server/security/limits/limiter.ts'
import { type HashCost, type PasswordHasher, createPasswordHasher } from '#server/security/password-hash.ts'
import { createServerKey } from '#server/security/server-key.ts'
import { injectRequest } from './network/inject-fetch.ts'

type User = Schemas['User']

export interface Reachable {
  /** Sends a request to the server, regardless of its origin. */
  fetch: (request: Request) => Promise<Response>
  /** `http://rapport.test`, or the real origin after `listen`. */
  baseUrl: string
}

const DRAIN_MS = 2000

/** A reference server on a database in memory by default, without a network until `listen`. */
export interface TestServer extends Reachable, AsyncDisposable {
  /** Reaches the server from another IP address. */
  from: (address: string) => Reachable
  admin: TestAdmin
  /** Listens on 127.0.0.1, by default on a free port, and returns the origin. */
  listen: (port?: number) => Promise<string>
  /** Adds a user, by default active and with the role `user`. */
  addUser: (overrides?: Partial<User>) => Promise<User>
  /** Adds an admin who can sign in. */
  addAdmin: (overrides: Partial<User> & { email: string }) => Promise<TestAdmin>
  /** Signs an admin in, by default the first, and returns the token. */
  signIn: (admin?: { email: string; password: string }) => Promise<string>
  /** Starts another server on the same database. */
  startAnother: () => Promise<Pick<TestServer, keyof Reachable | 'from' | 'sendDueMails'> & AsyncDisposable>
  /** Sends due mail and returns all that was sent, unless the server has its own mailer. */
  sendDueMails: () => Promise<Mail[]>
  clock: () => Date
  /** Moves the server's clock, also backwards. */
  advance: (milliseconds: number) => void
  /** Deletes expired rows, as the server does every ten minutes. */
  sweep: () => Promise<void>
  database: Database
  /** Erases again whoever is in the ledger, as a start does before the first request. */
  replayErasures: (options?: ReconcileOptions) => Promise<string[]>
  /** Counts open connections, including those that only the client keeps open. */
  connections: () => Promise<number>
  /** Lists every route as `METHOD /path`. */
  routes: () => string[]
  close: () => Promise<void>
}

export interface TestAdmin {
  id: number
  email: string
  password: string
}

export interface TestServerOptions {
  /** `[]` starts a server of the plain specification: no logout, query ignored, no extensions listed. */
  extensions?: readonly Extension[]
  /** Users besides the admin. */
  users?: readonly Partial<User>[]
  /** Whether to add sample users, 248 by default, and the catalogue of a first start. */
  demo?: boolean | number
  consoleDir?: string
  /** The clock that `advance` moves; the system's by default. */
  clock?: () => Date
  /** Receives each line of the log, which is off by default. */
  onLogLine?: (line: string) => void
  /** PostgreSQL database, empty or with our empty tables; SQLite in memory by default. */
  databaseUrl?: string
  /** SQLite database instead of one in memory; another server with `TEST_SECRET` may use it too. */
  databaseFile?: string
  /** Receives the error when PostgreSQL ends an idle connection, which otherwise fails the test. */
  onConnectionLost?: (error: Error) => void
  /** Limits per session; none by default. */
  limits?: Partial<AppDeps['limits']>
  trustedProxies?: readonly string[]
  isHttps?: boolean
  publicOrigin?: string
  mailer?: Mailer
  auditDays?: number
  /** Whether erasing and purging need a reason. */
  requiresReason?: boolean
  /** The file of the erasure ledger; one of its own by default. */
  ledgerPath?: string
  imageQuotaMib?: number
  stores?: AppDeps['stores']
  /** A cheap hasher by default, since thousands of tests sign in. */
  hasher?: PasswordHasher
  /** Whether to log the events of the history even where the log is off. */
  logsAudit?: boolean
  /** Who may read /metrics; nobody by default. */
  metrics?: AppDeps['metrics']
  /** Whether to send mail and sweep in the background; otherwise only `sendDueMails` and `sweep` do. */
  runsBackgroundTasks?: boolean
  /** Time limits for clients; the real ones by default. */
  timeouts?: AppDeps['timeouts']
}

export const TEST_SECRET = 'the key that every test server has'
const KEY = createServerKey(Buffer.from(TEST_SECRET))

/** Lowest cost that argon2id accepts. */
const CHEAP_COST: HashCost = { memory: 8, passes: 1, parallelism: 1 }

const PASSWORD = 'correct horse battery staple'

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { extensions = EXTENSIONS, users = [], demo = false, consoleDir } = options
  const database = options.databaseUrl
    ? await openPostgres(options.databaseUrl, options.onConnectionLost ?? rethrow)
    : await openSqlite(options.databaseFile ?? ':memory:')
  await migrate(database)
  let advancedMs = 0
  const clock = () => new Date((options.clock?.().getTime() ?? Date.now()) + advancedMs)
  const hasher = options.hasher ?? createPasswordHasher(CHEAP_COST)
  const log = options.onLogLine ? { level: 'trace', stream: { write: options.onLogLine } } : { level: 'silent' }
  const mails: Mail[] = []
  const ledgerPath =
    options.ledgerPath ?? `${options.databaseFile ?? join(tmpdir(), `rapport-test-${randomUUID()}`)}.erasures.jsonl`
  const ledger = createErasureLedger({ database, key: KEY, clock, path: ledgerPath })
  const build = () =>
    buildApp({
      ledger,
      requiresReason: options.requiresReason ?? false,
      database,
      hasher,
      clock,
      extensions,
      log,
      consoleDir,
      key: KEY,
      mailer: options.mailer ?? { send: async (mail) => void mails.push(mail) },
      limits: {
        requestsPer10Seconds: undefined,
        uploadsPerMinute: undefined,
        tokenWritesPerDay: undefined,
        ...options.limits,
      },
      trustedProxies: options.trustedProxies ?? [],
      isHttps: options.isHttps ?? false,
      publicOrigin: options.publicOrigin,
      ...(options.auditDays !== undefined && { auditDays: options.auditDays }),
      imageQuotaMib: options.imageQuotaMib,
      stores: options.stores,
      logsAudit: options.logsAudit ?? false,
      metrics: options.metrics,
      ...(options.timeouts && { timeouts: options.timeouts }),
      runsBackgroundTasks: options.runsBackgroundTasks ?? false,
    })
  const { app, background } = await build()

  const reachableFrom = (process: App, address: string): Reachable => ({
    baseUrl: server.baseUrl,
    fetch: (request) => injectRequest(process, request, address),
  })
  const server: TestServer = {
    fetch: (request) => injectRequest(app, request),
    from: (address) => reachableFrom(app, address),
    admin: await addAdmin({ email: 'admin@example.com', first_name: 'Ada', last_name: 'Admin' }),
    baseUrl: 'http://rapport.test',
    database,
    replayErasures: (replayOptions) => {
      const audit = createAuditLog({ database, clock, key: KEY, limiter: createLimiter({ key: KEY, clock }) })
      return replayErasures({ database, key: KEY, audit, ledger }, replayOptions)
    },
    async listen(port = 0) {
      server.baseUrl = await app.listen({ port, host: '127.0.0.1' })
      return server.baseUrl
    },
    addUser: (overrides) => insert({ first_name: 'Uma', last_name: 'User', role: 'user', ...overrides }),
    addAdmin,
    async signIn({ email, password } = server.admin) {
      const response = await app.inject({ method: 'POST', url: '/api/admin/login', payload: { email, password } })
      return response.json<{ data: { token: string } }>().data.token
    },
    async startAnother() {
      const process = await build()
      return {
        baseUrl: server.baseUrl,
        fetch: (request) => injectRequest(process.app, request),
        from: (address) => reachableFrom(process.app, address),
        async sendDueMails() {
          await process.background.mail.runNow()
          return mails
        },
        [Symbol.asyncDispose]: () => process.app.close(),
      }
    },
    clock,
    advance: (milliseconds) => void (advancedMs += milliseconds),
    sweep: () => background.sweep.runNow(),
    routes: () => routesIn(app.printRoutes({ commonPrefix: false })),
    async sendDueMails() {
      await background.mail.runNow()
      return mails
    },
    connections: () => promisify<number>((done) => app.server.getConnections(done))(),
    async close() {
      // Limits the wait for clients that keep their connection open, as the real server does.
      const drain = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      await app.close()
      clearTimeout(drain)
      await database.close()
      if (!options.ledgerPath && !options.databaseFile) rmSync(ledgerPath, { force: true })
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
  if (demo !== false) await insertDemo(database.db, { users: demo === true ? DEMO_USERS : demo, now: clock() })
  for (const user of users) await server.addUser(user)
  return server

  async function addAdmin({ email, ...overrides }: Partial<User> & { email: string }): Promise<TestAdmin> {
    const password_hash = await hasher.hash(PASSWORD)
    const { id } = await insert({ email, role: 'admin', ...overrides, password_hash })
    return { id: Number(id), email, password: PASSWORD }
  }

  async function insert({ id, ...user }: Partial<User> & { password_hash?: string }): Promise<User> {
    const { joined_date, created_at } = user
    const insertedId = await insertUser(database.db, {
      status: 'active',
      ...user,
      ...(id !== undefined && { id: Number(id) }),
      created_at: readDate(created_at ?? '') ?? clock(),
      joined_at: joined_date === undefined ? clock() : (readDate(joined_date ?? '') ?? null),
    })
    const rows = database.db.selectFrom('users').select(LISTED_COLUMNS).where('id', '=', insertedId)
    return toUser(await rows.executeTakeFirstOrThrow())
  }
}

/** Parses Fastify's printed route tree: `├── /path (GET, HEAD)`, with suffixes indented below. */
function routesIn(drawing: string): string[] {
  const pathParts: string[] = []
  return [...drawing.matchAll(/^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([^)]+)\))?$/gm)].flatMap((line) => {
    const [, indent = '', part = '', methods] = line
    const depth = indent.length / 4
    pathParts.splice(depth, pathParts.length, part)
    return methods?.split(', ').map((method) => `${method} ${pathParts.join('')}`) ?? []
  })
}

function rethrow(error: Error): never {
  throw error
}
