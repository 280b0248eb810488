import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { untilListening, spawnServer } from '@rapport/server/server-process'
import { startTestServer } from '@rapport/server/testing'
import { trials } from '@rapport/server/trials'
import { beforeAll, expect, test } from 'vitest'
import { buildBinary, startBinary } from '../test/built-binary.ts'
import { RED_PNG } from '../test/catalogue.ts'
import { tempFolder } from '../test/temp-folder.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'

const KILLS_EACH = 5
const MOST_RUNS = 12

beforeAll(buildBinary, 120_000)

/** Numbers from 0 up to 1 that a seed repeats (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A catalogue of some of the records there could be, each in one of some states: the next wants other ones. */
function wantedState(random: () => number) {
  const some = <Item>(count: number, share: number, item: (n: number) => Item) =>
    Array.from({ length: count }, (_, n) => n)
      .filter(() => random() < share)
      .map(item)
  const word = () => ['calm', 'warm', 'slow'][Math.floor(random() * 3)]
  const categories = some(6, 0.7, (n) => ({ category_name: `Category ${n}`, category_image: 'red.png' }))
  const positions = categories.flatMap(({ category_name: category }) =>
    some(4, 0.6, (n) => ({ category, subcategory_name: `Position ${n}`, tips: word(), sub_cat_image: 'red.png' })),
  )
  const products = some(60, 0.8, (n) => ({
    product_id: `com.example.p${n}`,
    name: `Plan ${word()}`,
    price: Math.floor(random() * 2000) / 100,
  }))
  return { categories, positions, products }
}

test('whatever breaks and whenever it is killed, running apply again ends in what the file says', async () => {
  await using server = await startTestServer()
  const upstream = await server.listen()
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seeded(seed)
  const proxy = await startFaultProxy({ upstream, random, rate: 0.12 })
  const token = await server.signIn()
  const folder = tempFolder()
  const file = join(folder, 'catalogue.json')
  writeFileSync(join(folder, 'red.png'), RED_PNG)
  const words = ['apply', '-f', file, '--prune', '--yes', '--json', '--timeout', '1']
  let kills = 0
  try {
    for (let trial = 0; trial < trials(10); trial += 1) {
      const wanted = wantedState(random)
      writeFileSync(file, JSON.stringify(wanted))
      proxy.creations.clear()
      for (let kill = 0; kill < KILLS_EACH; kill += 1) {
        const { child, ended } = startBinary(words, { RAPPORT_API_URL: proxy.url, RAPPORT_TOKEN: token })
        await Promise.race([ended, delay(250 + random() * 900)])
        child.kill('SIGKILL')
        await ended
        // What it had sent could else come after the next one has read the list, and have that create it once more.
        await proxy.settled()
        if (child.signalCode === 'SIGKILL') kills += 1
      }
      await applyToTheEnd(words, { RAPPORT_API_URL: proxy.url, RAPPORT_TOKEN: token }, `seed ${seed}, trial ${trial}`)

      await expectState(wanted, { file, upstream, token, proxy, where: `seed ${seed}, trial ${trial}` })
    }
    expect([...proxy.struck.keys()]).toHaveLength(9)
    expect(kills).toBeGreaterThan(trials(10) * 2)
  } finally {
    proxy.close()
  }
})

test('a server killed amid an apply, and started again, ends in what the file says', async () => {
  const data = tempFolder()
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
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = seeded(seed)
  const proxy = await startFaultProxy({ upstream, random, rate: 0 })
  const file = join(tempFolder(), 'catalogue.json')
  writeFileSync(join(dirname(file), 'red.png'), RED_PNG)
  const token = await tokenOf(upstream, admin)
  const env = { RAPPORT_API_URL: proxy.url, RAPPORT_TOKEN: token }
  const words = ['apply', '-f', file, '--prune', '--yes', '--json', '--timeout', '2']
  let amid = 0
  try {
    for (let trial = 0; trial < trials(10); trial += 1) {
      const wanted = manyProducts(random)
      writeFileSync(file, JSON.stringify(wanted))
      proxy.creations.clear()
      for (let kill = 0; kill < KILLS_EACH; kill += 1) {
        const before = proxy.writes
        const { child, ended } = startBinary(words, env)
        // What matters is what happens to writes: the first of them, or a run that has none to make.
        await Promise.race([ended, proxy.written(before + 1 + Math.floor(random() * 60))])
        if (child.exitCode === null) amid += 1
        server.child.kill('SIGKILL')
        await server.ended
        server = await start(new URL(upstream).port)
        await ended
      }
      const where = `seed ${seed}, trial ${trial}`
      await applyToTheEnd(words, env, where)
      await expectState(wanted, { file, upstream, token, proxy, where })
    }
    expect(amid).toBeGreaterThan(trials(10))
  } finally {
    proxy.close()
    server.child.kill('SIGKILL')
    await server.ended
  }
})

/** So many products that an apply takes a while, and few of what has pictures, whose number a server limits. */
function manyProducts(random: () => number): ReturnType<typeof wantedState> {
  const { categories, positions } = wantedState(random)
  const few = categories.slice(0, 2)
  const names = new Set(few.map(({ category_name }) => category_name))
  const products = Array.from({ length: 300 }, (_, n) => n)
    .filter(() => random() < 0.8)
    .map((n) => ({ product_id: `com.example.p${n}`, name: `Plan ${n}`, price: Math.floor(random() * 2000) / 100 }))
  return { categories: few, positions: positions.filter(({ category }) => names.has(category)).slice(0, 3), products }
}

async function tokenOf(origin: string, admin: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { data }: { data: { token: string } } = JSON.parse(await answer.text())
  return data.token
}

interface Place {
  file: string
  upstream: string
  token: string
  proxy: FaultProxy
  where: string
}

/** Holds what the server has against what the file wants: nothing is missing, too much, different or sent twice. */
async function expectState(
  wanted: ReturnType<typeof wantedState>,
  { file, upstream, token, proxy, where }: Place,
): Promise<void> {
  const diff = await startBinary(['diff', '-f', file, '--prune', '--json', '--detailed-exitcode'], {
    RAPPORT_API_URL: upstream,
    RAPPORT_TOKEN: token,
  }).ended
  expect({ where, code: diff.code, results: JSON.parse(diff.stdout).results }).toEqual({ where, code: 0, results: [] })
  expect(await countsOf(upstream, token)).toEqual([
    wanted.categories.length,
    wanted.positions.length,
    wanted.products.length,
  ])
  // The server would refuse a second one with 409: it never got to see one.
  for (const [key, statuses] of proxy.creations) {
    expect({ where, key, statuses: statuses.filter((status) => status >= 400 && status !== 429) }).toEqual({
      where,
      key,
      statuses: [],
    })
  }
}

/** Of a run that could not even read what the server holds. */
const NOTHING_TRIED = { results: [], summary: { total: 0, done: 0, absent: 0, failed: 0, skipped: 0, unchanged: 0 } }

/** Runs it again and again until it says that all is done; every account on the way has to add up. */
async function applyToTheEnd(words: readonly string[], env: NodeJS.ProcessEnv, where: string) {
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const { code, stdout, stderr } = await startBinary(words, env).ended
    expect({ where, code, stderr }).toEqual({ where, code: expect.toBeOneOf([0, 6, 7]), stderr })
    const { results, summary } = stdout === '' ? NOTHING_TRIED : JSON.parse(stdout)
    const { total, done, absent, failed, skipped, unchanged } = summary
    expect({ where, sum: done + absent + failed + skipped + unchanged }).toEqual({ where, sum: total })
    expect(results).toHaveLength(total - unchanged)
    if (code === 0) return
  }
  throw new Error(`${where}: not done after ${MOST_RUNS} runs.`)
}

async function countsOf(upstream: string, token: string): Promise<number[]> {
  const counts: number[] = []
  for (const path of ['categories', 'subcategories', 'subscription-products']) {
    const answer = await fetch(`${upstream}/api/admin/${path}`, { headers: { Authorization: `Bearer ${token}` } })
    const { data }: { data: unknown[] } = JSON.parse(await answer.text())
    counts.push(data.length)
  }
  return counts
}
