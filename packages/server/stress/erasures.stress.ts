import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Database, openPostgres, openSqlite } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { userRow } from '#server/db/user-row.ts'
import { erasureMac, writeLedger } from '#server/security/erasures/erasure-ledger.ts'
import { createServerKey } from '#server/security/server-key.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { hasOwnPostgres, startPostgres } from '#server/testing/database/postgres.ts'
import { type Listening, spawnServer, untilListening } from '#server/testing/process/server-process.ts'
import { rounds } from '#server/testing/rounds.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

const SECRET = 'c2l4dHkgcmFuZG9tIGJ5dGVzIHRoYXQgYXJlIG5vdCByYW5kb20gYXQgYWxs'
const key = createServerKey(Buffer.from(SECRET))
const emailOf = (id: number) => `zebulonia${id}@quartz.example`
/** The first id, after that of the admin. */
const FIRST = 100

const environment = (dataDir: string, databaseUrl?: string) => ({
  PORT: '0',
  RAPPORT_DATA_DIR: dataDir,
  RAPPORT_DEMO: '0',
  RAPPORT_SECRET: SECRET,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})

/** Fills a database as a backup would, and a ledger of as many erasures since. */
async function fill(database: Database, users: number): Promise<void> {
  await migrate(database)
  const created_at = new Date(Date.now() - 86_400_000)
  for (let start = 0; start < users; start += 500) {
    const rows = Array.from({ length: Math.min(500, users - start) }, (_, index) => {
      const id = FIRST + start + index
      return userRow({ id, first_name: 'Zebulonia', last_name: 'Quartermain', email: emailOf(id), created_at })
    })
    await database.db.insertInto('users').values(rows).execute()
  }
}

function writeErasures(dataDir: string, count: number): void {
  mkdirSync(dataDir, { recursive: true })
  const entries = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    entity: 'user' as const,
    id: FIRST + index,
    email: erasureMac(key, emailOf(FIRST + index)),
    at: new Date().toISOString(),
    receipt: `receipt ${index}`,
  }))
  writeLedger(join(dataDir, 'erasures.jsonl'), entries)
}

async function stop({ child, ended }: Listening, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  child.kill(signal)
  await ended
}

/** Fails unless all are erased, each with one event. */
async function expectErased({ db }: Database, count: number): Promise<void> {
  expect(await countLeft(db, count)).toBe(0)
  const events = await db.selectFrom('audit_events').select('target_id').where('event', '=', 'user.erased').execute()
  expect(events).toHaveLength(count)
  expect(new Set(events.map(({ target_id }) => target_id)).size).toBe(count)
  expect(await db.selectFrom('erasures').select('receipt').execute()).toHaveLength(count)
}

async function countLeft(db: Database['db'], count: number): Promise<number> {
  const query = db.selectFrom('users').select((eb) => eb.fn.countAll<number>().as('left'))
  return (
    await query
      .where('id', '>=', FIRST)
      .where('id', '<', FIRST + count)
      .executeTakeFirstOrThrow()
  ).left
}

/** More than two transactions erase. */
const USERS = 50_000

/** Starts a server again and again, and kills it later and later while it erases. Returns how many users each kill left. */
async function killDuringReplay(open: () => Promise<Database>, env: Record<string, string>): Promise<number[]> {
  const kills = rounds(20)
  const database = await open()
  await fill(database, USERS)
  writeErasures(env['RAPPORT_DATA_DIR'] ?? '', USERS)
  const left: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const running = spawnServer({ env })
    const enough = USERS - Math.floor((kill * USERS) / kills)
    while ((await countLeft(database.db, USERS)) > enough) await delay(2)
    await delay((kill % 10) * 8)
    running.child.kill('SIGKILL')
    await running.ended
    left.push(await countLeft(database.db, USERS))
  }
  process.stdout.write(`left after each kill: ${left.join(' ')}\n`)
  await stop(await untilListening(spawnServer({ env })))
  await expectErased(database, USERS)
  await database.close()
  return left
}

describe('on SQLite', () => {
  it('erases all after a start that was killed at twenty points', async () => {
    const dataDir = temporaryFolder()
    const left = await killDuringReplay(() => openSqlite(join(dataDir, 'rapport.db')), environment(dataDir))
    expect(new Set(left).size).toBeGreaterThan(2)
  })

  it.for([
    ['at most ten seconds later with 100,000 erasures, a thousand of whom are back', 1000, 100_000, 10_000],
    ['within two minutes with 100,000 erasures, all of whom are back', 100_000, 100_000, 120_000],
    ['at all with more erasures than a call can have arguments', 0, 150_000, 120_000],
  ] as const)('starts %s', async ([, back, count, limitMs]) => {
    const timeOf = async (erasures: number, users: number) => {
      const dataDir = temporaryFolder()
      const database = await openSqlite(join(dataDir, 'rapport.db'))
      await fill(database, users)
      await database.close()
      if (erasures > 0) writeErasures(dataDir, erasures)
      const began = performance.now()
      await stop(await untilListening(spawnServer({ env: environment(dataDir) })))
      return performance.now() - began
    }
    const [without, withErasures] = [await timeOf(0, back), await timeOf(count, back)]
    process.stdout.write(`start in ${Math.round(without)} ms, with the ledger in ${Math.round(withErasures)} ms\n`)
    expect(withErasures - without).toBeLessThan(limitMs)
  })
})

onPostgres(({ createDatabase }) => {
  it('erases all after a start that was killed at twenty points', async () => {
    const url = await createDatabase()
    const left = await killDuringReplay(() => openPostgres(url, () => undefined), environment(temporaryFolder(), url))
    expect(new Set(left).size).toBeGreaterThan(2)
  })

  it.for(['one folder', 'a folder each'])('erases everyone once when two start at once with %s', async (folders) => {
    const url = await createDatabase()
    const database = await openPostgres(url, () => undefined)
    await fill(database, 3000)
    const first = temporaryFolder()
    const second = folders === 'one folder' ? first : temporaryFolder()
    writeErasures(first, 3000)
    const servers = await Promise.all(
      [first, second].map((dataDir) => untilListening(spawnServer({ env: environment(dataDir, url) }))),
    )
    await expectErased(database, 3000)
    for (const server of servers) await stop(server)
    // Whichever began later has the other's entries, at the latest after another start.
    await stop(await untilListening(spawnServer({ env: environment(second, url) })))
    expect(readFileSync(join(second, 'erasures.jsonl'), 'utf8').match(/"number"/g)).toHaveLength(3000)
    await database.close()
  })
})

describe.skipIf(!hasOwnPostgres)('the files of PostgreSQL', () => {
  it('have nothing of an erased person after the vacuum that docs/operating.md describes', async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.createDatabase()
      const dataDir = temporaryFolder()
      const database = await openPostgres(url, () => undefined)
      await fill(database, 3)
      writeErasures(dataDir, 3)
      await stop(await untilListening(spawnServer({ env: environment(dataDir, url) })))
      await expectErased(database, 3)
      for (const statement of [
        'alter system set wal_recycle = off',
        'select pg_reload_conf()',
        'vacuum full',
        'checkpoint',
        'select pg_switch_wal()',
        'checkpoint',
      ])
        await sql.raw(statement).execute(database.db)
      const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(database.db)
      await database.close()
      expect(filesWithPerson(rows[0]?.data_directory ?? '')).toEqual([])
      expect(filesWithPerson(dataDir)).toEqual([])
    } finally {
      await postgres.stop()
    }
  })
})

function filesWithPerson(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /zebulonia|quartermain/i.test(readFileSync(file, 'latin1')))
}
