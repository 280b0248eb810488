import type { Extension } from '@rapport/core/operations.ts'
import { joinedAt, type User } from '@rapport/core/users/user.ts'
import { buildApp } from '#server/app.ts'
import { type Database, openPostgres, openSqlite } from '#server/db/client.ts'
import { DEMO_USERS, insertDemo } from '#server/db/demo/demo.ts'
import { migrate } from '#server/db/migrate.ts'
import { userRow } from '#server/db/user-row.ts'
import { passwordHasher } from '#server/modules/auth/password-hash.ts'
import { insertUserRow } from '#server/modules/users/users.repo.ts'
import { toUser } from '#server/modules/users/users.service.ts'
import { injectRequest } from './inject-fetch.ts'

/** The reference server inside a test, on a database in memory; without a network until `listen`. */
export interface TestServer extends AsyncDisposable {
  /** Hands a request to the server, whatever origin it names. */
  fetch: (request: Request) => Promise<Response>
  /** Who can sign in. */
  admin: TestAdmin
  /** `http://rapport.test`, or the real origin after `listen`. */
  baseUrl: string
  /** Listens on 127.0.0.1, on any free port unless one is named, and answers the origin. */
  listen: (port?: number) => Promise<string>
  /** Adds a user of the app, by default one of many like him: active, on the Basic plan. */
  addUser: (overrides?: Partial<User>) => Promise<User>
  /** Adds one who can sign in as well. */
  addAdmin: (overrides: Partial<User> & { email: string }) => Promise<TestAdmin>
  /** Signs an admin in, the first one unless another is named, and answers the token. */
  signIn: (admin?: { email: string; password: string }) => Promise<string>
  database: Database
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
  /** PostgreSQL instead of SQLite in memory: an empty database. */
  databaseUrl?: string
}

const PASSWORD = 'correct horse battery staple'

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { extensions = ['paging', 'logout'], users = [], clock = () => new Date(), demo = false, consoleDir } = options
  const database = options.databaseUrl ? await openPostgres(options.databaseUrl, rethrow) : await openSqlite(':memory:')
  await migrate(database)
  const hasher = passwordHasher()
  const log = options.onLogLine ? { level: 'trace', stream: { write: options.onLogLine } } : { level: 'silent' }
  const app = await buildApp({ database, hasher, clock, extensions, log, consoleDir })

  const server: TestServer = {
    fetch: (request) => injectRequest(app, request),
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
    async close() {
      await app.close()
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
    const row = userRow({
      status: 'active',
      ...user,
      ...(id !== undefined && { id: Number(id) }),
      created_at: joinedAt({ joined_date: created_at ?? null }) ?? clock(),
      joined_at: joined_date === undefined ? clock() : (joinedAt({ joined_date }) ?? null),
    })
    return toUser(await insertUserRow(database.db, row))
  }
}

function rethrow(error: Error): never {
  throw error
}
