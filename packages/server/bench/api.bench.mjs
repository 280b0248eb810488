// Measures requests per second and p99 of the API against a bare Fastify and better-sqlite3 (bare-server.mjs), on
// copies of a database with 100,000 users. Rounds are interleaved, so that other load affects both equally. Fails below 0.7
// of the bare server's requests per second.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, BARE, OURS, fill, load, median, percentile, request, signIn, start } from './servers.mjs'

const USERS = 100_000
const ROUNDS = 20
const ROUND_MS = 400
const CONNECTIONS = 8
const LEAST = 0.7

const folder = mkdtempSync(join(tmpdir(), 'rapport-bench-'))
const env = { RAPPORT_DATA_DIR: folder }
await fill(USERS, env)
// Creates the admin, and closes the database cleanly, so that one file holds everything.
await (await start(OURS, { ...env, ...ADMIN })).stop()
copyFileSync(join(folder, 'rapport.db'), join(folder, 'bare.db'))
const bare = await start(BARE, { BARE_DATABASE: join(folder, 'bare.db') })
const ours = await start(OURS, env)
const token = await signIn(ours.origin)

function operations() {
  let pages = 0
  let products = 0
  const list = () => request('GET', `/api/admin/users?page=${(pages++ % 200) + 1}&page_size=50`, token)
  const add = () =>
    request('POST', '/api/admin/subscription-products', token, {
      product_id: `bench.${products++}`,
      name: 'Basic, monthly',
      price: 7.99,
      currency: 'EUR',
      billing_cycle: 'monthly',
      trial_period_days: 2,
    })
  return [
    { name: 'list 50 users', next: list, status: 200 },
    { name: 'add a product', next: add, status: 201 },
  ]
}

const candidates = [bare, ours].map(({ origin }) => ({ origin, operations: operations() }))
let isMissed = false
for (const [index, { name }] of candidates[0].operations.entries()) {
  const figures = candidates.map(() => ({ rates: [], times: [] }))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [who, { origin, operations: all }] of candidates.entries()) {
      const { times, perSecond } = await load(origin, { ...all[index], connections: CONNECTIONS, ms: ROUND_MS })
      // The first round warms up.
      if (round > 0) {
        figures[who].rates.push(perSecond)
        figures[who].times.push(...times)
      }
    }
  }
  const [floor, own] = figures.map(({ rates, times }) => ({ rate: median(rates), p99: percentile(times, 0.99) }))
  const ratio = median(figures[1].rates.map((rate, round) => rate / figures[0].rates[round]))
  isMissed ||= ratio < LEAST
  const show = ({ rate, p99 }) => `${rate.toFixed(0).padStart(6)}/s, p99 ${p99.toFixed(1).padStart(5)} ms`
  process.stdout.write(
    `${name.padEnd(14)} ${show(own)}   bare ${show(floor)}   ${ratio.toFixed(2)} of the floor (least ${LEAST})\n`,
  )
}
await Promise.all([bare.stop(), ours.stop()])
rmSync(folder, { recursive: true })
process.exitCode = isMissed ? 1 : 0
