import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { hashToken, newToken } from '#server/accounts/token.ts'
import { type Database, openPostgres, openSqlite } from '#server/db/client.ts'
import { DEMO_USERS } from '#server/db/demo/demo.ts'
import { seededRandom } from '#server/db/demo/random.ts'
import { userRow } from '#server/db/user-row.ts'
import { insertSession } from '#server/modules/auth/sessions.repo.ts'
import { insertUserRow } from '#server/modules/users/users.repo.ts'
import { withToken } from '#server/testing/call.ts'
import { BASE, foundBy, pictures, writeUntilTheEnd } from '#server/testing/crash-writers.ts'
import { expectIntact } from '#server/testing/intact.ts'
import { openLedger } from '#server/testing/ledger.ts'
import { onPostgres } from '#server/testing/on-each-engine.ts'
import { hasOwnPostgres, startPostgres } from '#server/testing/postgres.ts'
import { formOf, sampleSvg } from '#server/testing/sample-images.ts'
import { type Listening, spawnServer, untilListening } from '#server/testing/server-process.ts'
import { trials } from '#server/testing/trials.ts'

const REOPEN_MS = 5000
const WRITERS = 8
const USERS = 40
const LATER = Date.now() + 11 * 60 * 60 * 1000
const PASSWORD = 'correct horse battery staple'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-crash-'))
  folders.push(folder)
  return folder
}

function environment(folder: string) {
  return {
    PORT: '0',
    RAPPORT_DATA_DIR: folder,
    RAPPORT_DEMO: '0',
    RAPPORT_ADMIN_EMAIL: 'admin@example.com',
    RAPPORT_ADMIN_PASSWORD: PASSWORD,
    RAPPORT_REQUESTS_PER_10_SECONDS: '1000000',
  }
}

/** A server in a process of its own, with all that is known of its records. */
async function openRig(seed: number, databaseUrl?: string) {
  const folder = newFolder()
  const env = { ...environment(folder), ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const random = seededRandom(seed)
  const ids = new Map<string, string | number>()
  const ledger = openLedger(join(folder, 'acknowledged.jsonl'))
  const began = performance.now()
  let server = await untilListening(spawnServer({ env }))
  // On a machine that is busy with other things, starting takes what it takes.
  const mostMs = Math.max(REOPEN_MS, 3 * (performance.now() - began))
  const database = await (databaseUrl === undefined
    ? openSqlite(join(folder, 'rapport.db'))
    : openPostgres(databaseUrl, () => undefined))
  const tokens = await addAdmins(database)
  const call = () => withToken({ baseUrl: server.origin, fetch: (request) => fetch(request) }, tokens[0])
  const deps = {
    ledger,
    ids,
    random,
    pictures: await pictures(),
    profile: { key: 'admin 1', email: 'admin@example.com' },
  }
  await call()(
    'POST',
    '/api/admin/category',
    formOf({ category_name: BASE.replace('category ', ''), category_image: sampleSvg(9) }),
  )
  await addUsers(database, USERS)
  for (const [key, state] of await foundBy(call(), ids)) ledger.learn(key, state)

  return {
    ledger,
    database,
    /** Has writers write, ends something meanwhile, and waits until they have noticed. */
    async writeUntil(end: (running: Listening) => Promise<void>) {
      const before = ledger.acknowledged.length
      const endLater = async () => {
        await expect.poll(() => ledger.acknowledged.length, { interval: 5, timeout: 10_000 }).toBeGreaterThan(before)
        await wait(random.integer(0, 150))
        await end(server)
      }
      await Promise.all([writeUntilTheEnd({ ...deps, origin: server.origin, tokens }), endLater()])
    },
    async reopen() {
      const startedAt = performance.now()
      server = await untilListening(spawnServer({ env }))
      const reopenMs = performance.now() - startedAt
      expect(reopenMs).toBeLessThan(mostMs)
      return reopenMs
    },
    /** Holds what there is against what is known. */
    async check() {
      await untilNobodyWrites(database)
      expect(ledger.contradictions(await foundBy(call(), ids))).toEqual([])
      await expectIntact(database)
      // What is spent meanwhile is made up for, so that the next turn has as much to do as this one.
      await database.db.deleteFrom('rate_limits').execute()
      const missing = USERS - ledger.existing('user').length
      for (const { id, first_name, last_name } of await addUsers(database, missing)) {
        ids.set(`user ${id}`, id)
        ledger.learn(`user ${id}`, { first_name, last_name })
      }
    },
    server: () => server,
    async [Symbol.asyncDispose]() {
      server.child.kill('SIGKILL')
      await server.ended
      await database.close()
      ledger[Symbol.dispose]()
    },
  }
}

/** One admin for each writer, since each may upload so many pictures in a minute; answers their tokens. */
async function addAdmins({ db }: Database): Promise<string[]> {
  const { password_hash, id } = await db.selectFrom('users').select(['password_hash', 'id']).executeTakeFirstOrThrow()
  const tokens: string[] = []
  for (let index = 0; index < WRITERS; index += 1) {
    const email = `writer${index}@example.com`
    const row = userRow({ email, role: 'admin', status: 'active', password_hash, created_at: new Date() })
    const userId = index === WRITERS - 2 ? id : (await insertUserRow(db, row)).id
    const token = newToken()
    await insertSession(db, { tokenHash: hashToken(token), userId, now: Date.now(), expiresAt: LATER })
    tokens.push(token)
  }
  return tokens
}

async function addUsers({ db }: Database, count: number) {
  const row = userRow({ first_name: 'Uma', last_name: 'User', role: 'user', status: 'active', created_at: new Date() })
  const added = []
  for (let index = 0; index < count; index += 1) added.push(await insertUserRow(db, row))
  return added
}

/** PostgreSQL finishes what a client asked for though that has ended. */
async function untilNobodyWrites({ db, engine }: Database): Promise<void> {
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

const killServer = async ({ child, ended }: Listening) => {
  child.kill('SIGKILL')
  await ended
}

/** Answers how many changes no answer came for; each kill must leave some, or it has come too late. */
async function killAgainAndAgain(count: number, seed: number, databaseUrl?: string): Promise<number> {
  await using rig = await openRig(seed, databaseUrl)
  let inDoubt = 0
  let longestMs = 0
  for (let kill = 0; kill < count; kill += 1) {
    await rig.writeUntil(killServer)
    inDoubt += rig.ledger.inDoubt()
    longestMs = Math.max(longestMs, await rig.reopen())
    await rig.check()
  }
  const made = rig.ledger.acknowledged.length
  process.stdout.write(
    `${count} kills: ${made} changes acknowledged, ${inDoubt} in doubt, reopened in ${Math.round(longestMs)} ms\n`,
  )
  return inDoubt
}

describe('a server killed while eight write and upload', () => {
  it('has lost nothing that it has answered, and torn nothing, on SQLite', async () => {
    const seed = 20_261_121
    const inDoubt = await Promise.all([killAgainAndAgain(trials(50), seed), killAgainAndAgain(trials(50), seed + 1)])
    expect(Math.min(...inDoubt)).toBeGreaterThan(trials(50))
  })
})

it('a server killed amid its first start starts as for the first time', async () => {
  const random = seededRandom(20_261_124)
  for (let kill = 0; kill < trials(6); kill += 1) {
    const folder = newFolder()
    const env = { ...environment(folder), RAPPORT_DEMO: '1' }
    const first = spawnServer({ env })
    await wait(random.integer(150, 600))
    first.child.kill('SIGKILL')
    await first.ended
    const server = await untilListening(spawnServer({ env }))
    const admin = withToken({ baseUrl: server.origin, fetch: (request) => fetch(request) }, undefined)
    const credentials = { email: env.RAPPORT_ADMIN_EMAIL, password: PASSWORD }
    expect((await admin('POST', '/api/admin/login', credentials)).status).toBe(200)
    const database = await openSqlite(join(folder, 'rapport.db'))
    await expectIntact(database)
    expect(await database.db.selectFrom('users').select('id').execute()).toHaveLength(1 + DEMO_USERS)
    await database.close()
    await killServer(server)
  }
})

onPostgres((_, createDatabase) => {
  it('a server killed while eight write and upload has lost nothing that it has answered, and torn nothing', async () => {
    expect(await killAgainAndAgain(trials(20), 20_261_122, await createDatabase())).toBeGreaterThan(trials(20))
  })
})

describe.skipIf(!hasOwnPostgres)('a PostgreSQL killed while eight write and upload', () => {
  it('has lost nothing that it has answered, and the server goes on by itself', async () => {
    const postgres = await startPostgres()
    try {
      await using rig = await openRig(20_261_123, await postgres.createDatabase())
      for (let kill = 0; kill < trials(5); kill += 1) {
        await rig.writeUntil(() => postgres.crash())
        const isReady = async () => (await fetch(`${rig.server().origin}/health/ready`)).status
        await expect.poll(isReady, { timeout: REOPEN_MS, interval: 50 }).toBe(200)
        await rig.check()
      }
      expect(rig.server().child.exitCode).toBeNull()
    } finally {
      await postgres.stop()
    }
  })
})
