import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '#server/db/client.ts'
import { DEMO_USERS } from '#server/db/demo/demo.ts'
import { seededRandom } from '#server/db/demo/random.ts'
import { withToken } from '#server/testing/call.ts'
import { expectIntact } from '#server/testing/database/intact.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { hasOwnPostgres, startPostgres } from '#server/testing/database/postgres.ts'
import { openRig, REOPEN_MS, RIG_ADMIN, rigEnvironment } from '#server/testing/process/rig.ts'
import { type Listening, spawnServer, untilListening } from '#server/testing/process/server-process.ts'
import { rounds } from '#server/testing/rounds.ts'

const killServer = async ({ child, ended }: Listening) => {
  child.kill('SIGKILL')
  await ended
}

/** Kills a writing server `count` times. Returns the unanswered changes: a kill that leaves none came too late. */
async function killAgainAndAgain(count: number, seed: number, databaseUrl?: string): Promise<number> {
  await using rig = await openRig({ seed, databaseUrl })
  let inDoubt = 0
  let longestMs = 0
  for (let kill = 0; kill < count; kill += 1) {
    await rig.writeDuring(killServer)
    inDoubt += rig.ledger.inDoubt()
    longestMs = Math.max(longestMs, await rig.reopen())
    await rig.check()
  }
  const operations = rig.ledger.acknowledged.map(({ operation }) => operation)
  expect(operations).toContain('restoreTrash')
  process.stdout.write(
    `${count} kills: ${operations.length} changes acknowledged, ${inDoubt} in doubt, reopened in ${Math.round(longestMs)} ms\n`,
  )
  return inDoubt
}

describe('a server killed while eight write and upload', () => {
  it('has lost nothing acknowledged, and nothing is half done, on SQLite', async () => {
    const seed = 20_261_121
    const inDoubt = await Promise.all([killAgainAndAgain(rounds(25), seed), killAgainAndAgain(rounds(25), seed + 1)])
    expect(Math.min(...inDoubt)).toBeGreaterThan(rounds(25))
  })
})

it('completes the first start after a kill during it', async () => {
  const random = seededRandom(20_261_124)
  for (let kill = 0; kill < rounds(6); kill += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'rapport-first-'))
    const env = { ...rigEnvironment(folder), RAPPORT_DEMO: '1' }
    const first = spawnServer({ env })
    await delay(random.integer(150, 600))
    first.child.kill('SIGKILL')
    await first.ended
    const server = await untilListening(spawnServer({ env }))
    const admin = withToken({ baseUrl: server.origin, fetch: (request) => fetch(request) }, undefined)
    expect((await admin('POST', '/api/admin/login', RIG_ADMIN)).status).toBe(200)
    const database = await openSqlite(join(folder, 'rapport.db'))
    await expectIntact(database)
    expect(await database.db.selectFrom('users').select('id').execute()).toHaveLength(1 + DEMO_USERS)
    await database.close()
    await killServer(server)
    rmSync(folder, { recursive: true, force: true })
  }
})

onPostgres(({ createDatabase }) => {
  it('has lost nothing acknowledged after a kill while eight write and upload', async () => {
    expect(await killAgainAndAgain(rounds(20), 20_261_122, await createDatabase())).toBeGreaterThan(rounds(20))
  })
})

describe.skipIf(!hasOwnPostgres)('a PostgreSQL killed while eight write and upload', () => {
  it('loses nothing acknowledged, and the server recovers by itself', async () => {
    const postgres = await startPostgres()
    try {
      await using rig = await openRig({ seed: 20_261_123, databaseUrl: await postgres.createDatabase() })
      for (let kill = 0; kill < rounds(5); kill += 1) {
        await rig.writeDuring(() => postgres.crash())
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
