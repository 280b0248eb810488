import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { login, reachable, withToken } from '@rapport/server/call'
import { rounds } from '@rapport/server/rounds'
import { untilListening, spawnServer } from '@rapport/server/server-process'
import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { startBinary } from '../test/support/built-binary.ts'
import { RED_PNG } from '../test/support/images.ts'
import { temporaryFolder } from '../test/support/temporary-folder.ts'
import { expectCreatedOnce, randomCatalogue, runAndKill, runToTheEnd } from './bulk-runs.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'

/** The number of kills. A run may end before its kill, so it takes more rounds. */
const KILLS = rounds(20)
const RUNS_EACH = 12
/** The number of server kills; a run may end before its kill. */
const SERVER_KILLS = rounds(8)
const SERVER_RUNS_EACH = 2
/** Average minimum of kills per round. */
const FEWEST_EACH = 2
/** Upper bound of writes until the next server kill. */
const MAX_WRITES = 60
/** Low enough that every run of a round is killed with work left. */
const MAX_REQUESTS = 16

test('running apply again reaches the state of the file, whatever broke or killed it', async () => {
  await using server = await startTestServer()
  const upstream = await server.listen()
  const proxy = await startFaultProxy({ upstream, rate: 0.12 })
  const token = await server.signIn()
  const folder = temporaryFolder()
  const file = join(folder, 'catalogue.json')
  writeFileSync(join(folder, 'red.png'), RED_PNG)
  const words = ['apply', '-f', file, '--prune', '--yes', '--json', '--timeout', '1']
  const env = { RAPPORT_API_URL: proxy.url, RAPPORT_TOKEN: token }
  let kills = 0
  try {
    for (let round = 0; kills < KILLS && round < KILLS / FEWEST_EACH; round += 1) {
      const desired = randomCatalogue({ categories: 6, positions: 4, products: 60 })
      writeFileSync(file, JSON.stringify(desired))
      proxy.creations.clear()
      const run = { words, env, where: `round ${round}` }
      for (let started = 0; kills < KILLS && started < RUNS_EACH; started += 1) {
        // Kills during the reads, or during the writes after them.
        if (await runAndKill(run, proxy, proxy.asked(1 + Math.floor(Math.random() * MAX_REQUESTS)))) kills += 1
      }
      await runToTheEnd(run)

      await expectState(desired, { file, upstream, token, proxy, where: run.where })
    }
    expect([...proxy.struck.keys()]).toHaveLength(9)
    expect(kills).toBeGreaterThanOrEqual(KILLS)
  } finally {
    proxy.close()
  }
})

test('running apply again reaches the state of the file after the server was killed', async () => {
  const data = temporaryFolder()
  const admin = { email: 'admin@example.com', password: 'correct horse battery staple' }
  const start = async (port: string) =>
    untilListening(
      spawnServer({
        env: {
          PORT: port,
          RAPPORT_DATA_DIR: data,
          RAPPORT_DEMO: '0',
          RAPPORT_ADMIN_EMAIL: admin.email,
          RAPPORT_ADMIN_PASSWORD: admin.password,
          RAPPORT_REQUESTS_PER_10_SECONDS: '1000000',
        },
      }),
    )
  let server = await start('0')
  const upstream = server.origin
  const proxy = await startFaultProxy({ upstream, rate: 0 })
  const file = join(temporaryFolder(), 'catalogue.json')
  writeFileSync(join(dirname(file), 'red.png'), RED_PNG)
  const token = (await login(reachable(upstream), admin)).body.data.token
  const env = { RAPPORT_API_URL: proxy.url, RAPPORT_TOKEN: token }
  const words = ['apply', '-f', file, '--prune', '--yes', '--json', '--timeout', '2']
  let killsAmidWrites = 0
  try {
    for (let round = 0; killsAmidWrites < SERVER_KILLS && round < SERVER_KILLS / FEWEST_EACH; round += 1) {
      // Many products, so that an apply takes time, and few images, whose number a server limits.
      const desired = randomCatalogue({ categories: 2, positions: 2, products: 300 })
      writeFileSync(file, JSON.stringify(desired))
      proxy.creations.clear()
      const someWrites = () => proxy.written(1 + Math.floor(Math.random() * MAX_WRITES))
      for (let run = 0; run < SERVER_RUNS_EACH; run += 1) {
        let nextWrites = someWrites()
        const { child, ended } = startBinary(words, env)
        for (;;) {
          await Promise.race([ended, nextWrites.reached])
          if (child.exitCode !== null) break
          killsAmidWrites += 1
          server.child.kill('SIGKILL')
          await server.ended
          // The retrying tool continues before others notice that the server is back.
          nextWrites = someWrites()
          server = await start(new URL(upstream).port)
        }
        nextWrites.drop()
      }
      const where = `round ${round}`
      await runToTheEnd({ words, env, where })
      await expectState(desired, { file, upstream, token, proxy, where })
    }
    expect(killsAmidWrites).toBeGreaterThanOrEqual(SERVER_KILLS)
  } finally {
    proxy.close()
    server.child.kill('SIGKILL')
    await server.ended
  }
})

interface Place {
  file: string
  upstream: string
  token: string
  proxy: FaultProxy
  where: string
}

/** Expects the server to match the file: nothing missing, extra, different or sent twice. */
async function expectState(
  desired: ReturnType<typeof randomCatalogue>,
  { file, upstream, token, proxy, where }: Place,
): Promise<void> {
  const diff = await startBinary(['diff', '-f', file, '--prune', '--json', '--detailed-exitcode'], {
    RAPPORT_API_URL: upstream,
    RAPPORT_TOKEN: token,
  }).ended
  expect({ where, code: diff.code, results: JSON.parse(diff.stdout).results }).toEqual({ where, code: 0, results: [] })
  const { categories, positions, products } = desired
  const paths = { categories, subcategories: positions, 'subscription-products': products }
  for (const [path, rows] of Object.entries(paths)) {
    const { body } = await withToken(reachable(upstream), token)('GET', `/api/admin/${path}`)
    expect(body.data).toHaveLength(rows.length)
  }
  expectCreatedOnce(proxy, where)
}
