import { promisify } from 'node:util'
import { type Extension, EXTENSIONS } from '@rapport/core/api/operations.ts'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { joinedAt } from '@rapport/core/entities/users/user.ts'
import { type App, type AppDeps, buildApp, type Schedule } from '#server/app.ts'
import { type Database, openPostgres, openSqlite } from '#server/db/client.ts'
import { DEMO_USERS, insertDemo } from '#server/db/demo/demo.ts'
import { insertUser } from '#server/db/queries/bootstrap-users.ts'
import { migrate } from '#server/db/migrate.ts'
import { type HashCost, type PasswordHasher, passwordHasher } from '#server/security/password-hash.ts'
import type { Mail } from '#server/mail/mail-texts.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { USER_COLUMNS } from '#server/modules/users/users.repo.ts'
import { toUser } from '#server/modules/users/user-listing.service.ts'
import { serverKey } from '#server/security/server-key.ts'
import { injectRequest } from './network/inject-fetch.ts'

type User = Schemas['User']

/** What answers requests. */
export interface Reachable {
  /** Hands a request to the server, whatever origin it names. */
  fetch: (request: Request) => Promise<Response>
  /** `http://rapport.test`, or the real origin after `listen`. */
  baseUrl: string
}

const DRAIN_MS = 2000

/** The reference server inside a test, on a database in memory; without a network until `listen`. */
export interface TestServer extends Reachable, AsyncDisposable {
  /** The server as it is reached from another IP address. */
  from: (address: string) => Reachable
  /** Who can sign in. */
  admin: TestAdmin
  /** Listens on 127.0.0.1, on any free port unless one is named, and answers the origin. */
  listen: (port?: number) => Promise<string>
  /** Adds a user of the app, by default one like most: active, on the Basic plan. */
  addUser: (overrides?: Partial<User>) => Promise<User>
  /** Adds one who can sign in as well. */
  addAdmin: (overrides: Partial<User> & { email: string }) => Promise<TestAdmin>
  /** Signs an admin in, the first one unless another is named, and answers the token. */
  signIn: (admin?: { email: string; password: string }) => Promise<string>
  /** Another process of the same server, on the same database. */
  another: () => Promise<Pick<TestServer, keyof Reachable | 'from' | 'mails'> & AsyncDisposable>
  /** Sends the mail that is due and answers all that was sent, unless the server has a mailer of its own. */
  mails: () => Promise<Mail[]>
  /** Clears away what has expired, as happens every ten minutes. */
  sweep: () => Promise<void>
  database: Database
  /** How many connections are open, those included that only the client keeps open. */
  connections: () => Promise<number>
  /** Every route that there is, as `METHOD /path`. */
  routes: () => string[]
  close: () => Promise<void>
}

export interface TestAdmin {
  id: number
  email: string
  password: string
}

export interface TestServerOptions {
  /** `[]` makes a server of the plain specification: no logout, query parameters ignored, no extensions listed. */
  extensions?: readonly Extension[]
  /** Users besides the admin. */
  users?: readonly Partial<User>[]
  /** Made-up users besides, 248 or that many, with the categories, positions and products of a first start. */
  demo?: boolean | number
  /** A built console to serve. */
  consoleDir?: string
  clock?: () => Date
  /** Told each line of the log, which says nothing otherwise. */
  onLogLine?: (line: string) => void
  /** PostgreSQL instead of SQLite in memory: a database that is empty, or has our empty tables. */
  databaseUrl?: string
  /** Told when PostgreSQL ends a connection that is not in use, which otherwise fails the test. */
  onConnectionLost?: (error: Error) => void
  /** What one session may ask for; without limit unless given. */
  limits?: Partial<AppDeps['limits']>
  trustedProxies?: readonly string[]
  /** Whether browsers reach the server by TLS alone. */
  isHttps?: boolean
  mailer?: Mailer
  /** How long the audit log is kept, in days. */
  auditDays?: number
  /** By default one of little cost, which thousands of tests sign in with. */
  hasher?: PasswordHasher
  /** Sends mail and clears away by itself; otherwise only when `mails` and `sweep` are called. */
  isAutomatic?: boolean
  /** How long clients may take; as long as in earnest unless given. */
  timeouts?: AppDeps['timeouts']
}

const BY_HAND: Schedule = {
  mailEveryMs: Number.POSITIVE_INFINITY,
  mailAfterMs: () => Number.POSITIVE_INFINITY,
  sweepEveryMs: Number.POSITIVE_INFINITY,
}

const KEY = serverKey(Buffer.from('the key that every test server has'))

/** The least that argon2id takes. */
const LITTLE: HashCost = { memory: 8, passes: 1, parallelism: 1 }

const PASSWORD = 'correct horse battery staple'

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { extensions = EXTENSIONS, users = [], clock = () => new Date(), demo = false, consoleDir } = options
  const database = options.databaseUrl
    ? await openPostgres(options.databaseUrl, options.onConnectionLost ?? rethrow)
    : await openSqlite(':memory:')
  await migrate(database)
  const hasher = options.hasher ?? passwordHasher(LITTLE)
  const log = options.onLogLine ? { level: 'trace', stream: { write: options.onLogLine } } : { level: 'silent' }
  const sent: Mail[] = []
  const build = () =>
    buildApp({
      database,
      hasher,
      clock,
      extensions,
      log,
      consoleDir,
      key: KEY,
      mailer: options.mailer ?? { send: async (one) => void sent.push(one) },
      limits: { requestsPer10Seconds: undefined, uploadsPerMinute: undefined, ...options.limits },
      trustedProxies: options.trustedProxies ?? [],
      isHttps: options.isHttps ?? false,
      ...(options.auditDays !== undefined && { auditDays: options.auditDays }),
      ...(options.timeouts && { timeouts: options.timeouts }),
      ...(options.isAutomatic !== true && { schedule: BY_HAND }),
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
    async another() {
      const process = await build()
      return {
        baseUrl: server.baseUrl,
        fetch: (request) => injectRequest(process.app, request),
        from: (address) => reachableFrom(process.app, address),
        async mails() {
          await process.background.mail.runNow()
          return sent
        },
        [Symbol.asyncDispose]: () => process.app.close(),
      }
    },
    sweep: () => background.sweep.runNow(),
    routes: () => routesIn(app.printRoutes({ commonPrefix: false })),
    async mails() {
      await background.mail.runNow()
      return sent
    },
    connections: () => promisify<number>((done) => app.server.getConnections(done))(),
    async close() {
      // As the real one does: a client that keeps its connection open is not waited for without end.
      const drain = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      await app.close()
      clearTimeout(drain)
      await database.close()
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
    const inserted = await insertUser(database.db, {
      status: 'active',
      ...user,
      ...(id !== undefined && { id: Number(id) }),
      created_at: joinedAt({ joined_date: created_at ?? null }) ?? clock(),
      joined_at: joined_date === undefined ? clock() : (joinedAt({ joined_date }) ?? null),
    })
    const rows = database.db.selectFrom('users').select(USER_COLUMNS).where('id', '=', inserted)
    return toUser(await rows.executeTakeFirstOrThrow())
  }
}

/** Fastify tells its routes only as a drawing: `├── /path (GET, HEAD)`, and what begins like it indented below. */
function routesIn(drawing: string): string[] {
  const begun: string[] = []
  return [...drawing.matchAll(/^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([^)]+)\))?$/gm)].flatMap((line) => {
    const [, indent = '', part = '', methods] = line
    const depth = indent.length / 4
    begun.splice(depth, begun.length, part)
    return methods?.split(', ').map((method) => `${method} ${begun.join('')}`) ?? []
  })
}

function rethrow(error: Error): never {
  throw error
}
