import { startTestServer } from '@rapport/server/testing'
import { rounds } from '@rapport/server/rounds'
import { beforeAll, expect, test } from 'vitest'
import { buildBinary, startBinary } from '../test/built-binary.ts'
import { fileWith, productsCsv } from '../test/catalogue.ts'
import { runAndKill, runToTheEnd, seeded } from './bulk-runs.ts'
import { startFaultProxy } from './fault-proxy.ts'

const ROWS = rounds(1000)
const KILLS = 4
/** The share of requests that meet a fault. */
const RATE = 0.05
const SPARED = ROWS / 50
/** More runs than this, in which something else ended them before they were killed, are not tried. */
const MAX_RUNS = 2 * KILLS

beforeAll(buildBinary, 120_000)

async function startRun(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options)
  const upstream = await server.listen()
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seeded(seed)
  const proxy = await startFaultProxy({ upstream, random, rate: RATE })
  const token = await server.signIn()
  const env = { RAPPORT_API_URL: proxy.url, RAPPORT_TOKEN: token }
  return {
    upstream,
    env,
    where: `seed ${seed}`,
    /** Kills it amid this many writes, several times, then lets it come to its end. */
    async killAndFinish(words: readonly string[], writes: number) {
      const run = { words: [...words, '--json', '--timeout', '2'], env, where: `seed ${seed}, ${words.join(' ')}` }
      let kills = 0
      for (let started = 0; kills < KILLS && started < MAX_RUNS; started += 1) {
        // Early enough that the last one has something left.
        const moment = proxy.written(1 + Math.floor((random() * writes) / (KILLS + 1)))
        if (await runAndKill(run, proxy, moment)) kills += 1
      }
      expect({ where: run.where, kills }).toEqual({ where: run.where, kills: KILLS })
      await runToTheEnd(run)
    },
    /** A proxy that broke nothing would have proven nothing. */
    expectFaults() {
      const faults = [...proxy.struck.values()].reduce((sum, count) => sum + count, 0)
      expect(faults).toBeGreaterThan((ROWS * RATE) / 2)
    },
    async [Symbol.asyncDispose]() {
      proxy.close()
      await server.close()
    },
  }
}

test.each(['users', 'products'])(`${ROWS} %s are deleted by a file, and no other is, whatever breaks`, async (kind) => {
  await using run = await startRun(kind === 'users' ? { demo: ROWS + SPARED } : {})
  const { upstream, where } = run
  const direct = { ...run.env, RAPPORT_API_URL: upstream }
  if (kind === 'products') {
    const file = fileWith('products.csv', productsCsv(ROWS + SPARED, 9.99))
    await startBinary(['apply', '-f', file, '--quiet'], direct).ended
  }
  const idsNow = async () => {
    const { stdout } = await startBinary([kind, 'list', '--fields', 'id', '--output', 'csv'], direct).ended
    return stdout.trimEnd().split('\r\n').slice(1)
  }
  const before = await idsNow()
  // The first is who is signed in.
  const spared = new Set(before.filter((_, n) => n % 50 === 0))
  const named = before.filter((id) => !spared.has(id))
  await run.killAndFinish([kind, 'delete', '--yes', '--from-file', fileWith('ids.txt', named.join('\n'))], named.length)
  expect({ where, ids: new Set(await idsNow()) }).toEqual({ where, ids: spared })
  expect(named.length).toBeGreaterThan(ROWS - SPARED)
  run.expectFaults()
})
