import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Database, openPostgres, openSqlite } from '#server/db/client.ts'
import { seededRandom } from '#server/db/demo/random.ts'
import { HOUR } from '#server/domain/time.ts'
import { insertSession } from '#server/modules/auth/sign-in-sessions.repo.ts'
import { insertUser } from '#server/security/account.repo.ts'
import { hashToken, newToken } from '#server/security/token.ts'
import { type Call, reachable, withToken } from '../call.ts'
import { expectIntact } from '../database/intact.ts'
import { formOf } from '../form.ts'
import { samplePng } from '../images/sample-images.ts'
import { BASE_CATEGORY, runWriters, sampleImages } from './crash-writers.ts'
import { readRecords } from './ledger-records.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { type Listening, spawnServer, untilListening } from './server-process.ts'

/** The longest time that a start may take, however the server ended. */
export const REOPEN_MS = 5000

const WRITERS = 8
const USERS = 40
const SESSION_MS = 11 * HOUR
export const RIG_ADMIN = { email: 'admin@example.com', password: 'correct horse battery staple' }

/** Returns the environment of a server with its data in this folder and an admin who can sign in. */
export function rigEnvironment(folder: string) {
  return {
    PORT: '0',
    RAPPORT_DATA_DIR: folder,
    RAPPORT_DEMO: '0',
    RAPPORT_ADMIN_EMAIL: RIG_ADMIN.email,
    RAPPORT_ADMIN_PASSWORD: RIG_ADMIN.password,
    RAPPORT_REQUESTS_PER_10_SECONDS: '1000000',
  }
}

interface RigOptions {
  seed: number
  /** PostgreSQL to use instead of SQLite. */
  databaseUrl?: string | undefined
  /** Data folder; a temporary one by default. */
  dataDir?: string | undefined
  env?: Record<string, string>
}

/** Starts a server process, eight writers, and a ledger of its records. */
export async function openRig({ seed, databaseUrl, dataDir, env: extraEnv = {} }: RigOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-rig-'))
  const data = dataDir ?? folder
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const env = {
    ...rigEnvironment(data),
    TMPDIR: temporary,
    ...extraEnv,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  }
  const random = seededRandom(seed)
  const ids = new Map<string, string | number>()
  const ledger = openLedger(join(folder, 'acknowledged.jsonl'))
  const bootStartedAt = performance.now()
  let server = await untilListening(spawnServer({ env }))
  // Starting takes longer on a busy machine.
  const maxMs = Math.max(REOPEN_MS, 3 * (performance.now() - bootStartedAt))
  const database = await (databaseUrl === undefined
    ? openSqlite(join(data, 'rapport.db'))
    : openPostgres(databaseUrl, () => undefined))
  const tokens = await addAdmins(database)
  const as = (token: string | undefined) => withToken(reachable(server.origin), token)
  const call: Call = async (...request) => as(tokens[0])(...request)
  const deps = {
    ledger,
    ids,
    random,
    images: await sampleImages(),
    profile: { key: 'admin 1', email: RIG_ADMIN.email },
  }
  await call(
    'POST',
    '/api/admin/category',
    formOf({ category_name: BASE_CATEGORY.replace('category ', ''), category_image: samplePng(9) }),
  )
  await addUsers(database, USERS)
  for (const [key, state] of await readRecords(call, ids)) ledger.learn(key, state)

  return {
    ledger,
    database,
    /** Runs writers until `event` has finished. */
    async writeDuring(event: (running: Listening) => Promise<void>) {
      let isOver = false
      const acknowledgedBefore = ledger.acknowledged.length
      const runEvent = async () => {
        await expect
          .poll(() => ledger.acknowledged.length, { interval: 5, timeout: 10_000 })
          .toBeGreaterThan(acknowledgedBefore)
        await delay(random.integer(0, 150))
        await event(server)
        isOver = true
      }
      await Promise.all([runWriters({ ...deps, origin: server.origin, tokens, isOver: () => isOver }), runEvent()])
    },
    async reopen() {
      const startedAt = performance.now()
      server = await untilListening(spawnServer({ env }))
      const reopenMs = performance.now() - startedAt
      expect(reopenMs).toBeLessThan(maxMs)
      return reopenMs
    },
    /** Compares the server's records with the ledger. */
    async check() {
      await untilNoneWrites(database)
      expect(ledger.contradictions(await readRecords(call, ids))).toEqual([])
      await expectIntact(database)
      await expectAudited(database, ledger.acknowledged)
      // Resets the limits, so that each round can do as much.
      await database.db.deleteFrom('rate_limits').execute()
      const missingUsers = USERS - ledger.existing('user').length
      for (const { id, first_name, last_name } of await addUsers(database, missingUsers)) {
        ids.set(`user ${id}`, id)
        ledger.learn(`user ${id}`, { first_name, last_name })
      }
    },
    server: () => server,
    temporary,
    tokens,
    call,
    as,
    /** Returns the server's memory, now (`VmRSS`) or at its peak (`VmHWM`). */
    residentBytes(which: 'VmRSS' | 'VmHWM' = 'VmRSS') {
      const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
      return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
    },
    /** Creates a session of an admin that was last used this long ago. */
    async session(idleMs: number) {
      const query = database.db.selectFrom('users').select('id').where('email', '=', writerEmail(0))
      return addSession(database, (await query.executeTakeFirstOrThrow()).id, idleMs)
    },
    async [Symbol.asyncDispose]() {
      server.child.kill('SIGKILL')
      await server.ended
      await database.close()
      ledger[Symbol.dispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const writerEmail = (index: number) => `writer${index}@example.com`

/** Adds one admin per writer, since uploads per minute are limited. Returns their tokens. */
async function addAdmins({ db }: Database): Promise<string[]> {
  const { password_hash, id } = await db.selectFrom('users').select(['password_hash', 'id']).executeTakeFirstOrThrow()
  const tokens: string[] = []
  for (let index = 0; index < WRITERS; index += 1) {
    const email = writerEmail(index)
    const admin = { email, role: 'admin', status: 'active', password_hash, created_at: new Date() }
    const userId = index === WRITERS - 2 ? id : await insertUser(db, admin)
    tokens.push(await addSession({ db }, userId))
  }
  return tokens
}

async function addSession({ db }: Pick<Database, 'db'>, userId: number, idleMs = 0): Promise<string> {
  const token = newToken()
  const now = Date.now()
  await insertSession(db, { tokenHash: hashToken(token), userId, now: now - idleMs, expiresAt: now + SESSION_MS })
  return token
}

async function addUsers({ db }: Database, count: number) {
  const user = { first_name: 'Uma', last_name: 'User', role: 'user', status: 'active', created_at: new Date() }
  const users = []
  for (let index = 0; index < count; index += 1) users.push({ ...user, id: await insertUser(db, user) })
  return users
}

/** Checks that the audit log has each acknowledged change, by request id. */
async function expectAudited({ db }: Database, acknowledged: Ledger['acknowledged']): Promise<void> {
  const rows = await db.selectFrom('audit_events').select('request_id').execute()
  const auditedIds = new Set(rows.map(({ request_id }) => request_id))
  expect(acknowledged.filter(({ requestId }) => !auditedIds.has(requestId))).toEqual([])
}

/** Waits until PostgreSQL has completed the statements of killed servers. */
async function untilNoneWrites({ db, engine }: Database): Promise<void> {
  if (engine === 'sqlite') return
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db)
      return rows.length
    })
    .toBe(0)
}
