// Whether anyone waits for the searches, sign-ins and uploads of others: p99 of a list and of a health check beside them,
// and how many times that of the idle server it is. `--users NUMBER` says how many users there are.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { ADMIN, OURS, fill, percentile, signIn, start } from './servers.mjs'

const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } })
const MOST_MS = 100
const SECONDS = 15
const SEARCHES = 8
const WORST = ['search=example.com&sort=name', 'search=a&sort=age', 'search=q&sort=age', 'search=zo&sort=-joined_date']
const OBSERVED = ['/api/admin/categories', '/health/live']

let isMissed = false

async function measure(engine, env) {
  await fill(Number(values.users), env)
  const { origin, stop } = await start(OURS, { ...env, ...ADMIN })
  const headers = { Authorization: `Bearer ${await signIn(origin)}` }
  const ask = async (path, options) => (await fetch(origin + path, { headers, ...options })).arrayBuffer()

  const search = async (signal) => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      await ask(`/api/admin/users?page=${1 + ((turn * 7) % 200)}&page_size=50&${WORST[turn % WORST.length]}`)
    }
  }
  const picture = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#6c44b6' } })
    .png()
    .toBuffer()
  const every = async (signal, perSecond, work) => {
    const under = []
    for (let count = 0; !signal.aborted; count += 1) {
      under.push(work(count))
      await wait(1000 / perSecond)
    }
    await Promise.all(under)
  }
  const failSignIn = (count) =>
    ask('/api/admin/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: `unknown${count}@example.com`, password: 'a wrong password' }),
    })
  const upload = (count) => {
    const body = new FormData()
    body.set('category_name', `Load ${count}`)
    body.set('category_image', new Blob([picture], { type: 'image/png' }), 'picture.png')
    return ask('/api/admin/category', { method: 'POST', body })
  }
  const loads = {
    searches: (signal) => Array.from({ length: SEARCHES }, () => search(signal)),
    'sign-ins and uploads': (signal) => [every(signal, 50, failSignIn), every(signal, 5, upload)],
  }

  const idle = await observe()
  for (const [name, begin] of Object.entries(loads)) {
    const over = new AbortController()
    const working = begin(over.signal)
    const busy = await observe()
    over.abort()
    await Promise.all(working)
    for (const path of OBSERVED) {
      isMissed ||= busy[path] > MOST_MS
      process.stdout.write(
        `${engine} ${values.users} users, ${name}: p99 of ${path} ${busy[path].toFixed(0)} ms (most ${MOST_MS}), ` +
          `${(busy[path] / idle[path]).toFixed(1)} times the idle server's\n`,
      )
    }
  }
  await stop()

  /** One request after the other, 20 ms apart. */
  async function observe() {
    const times = Object.fromEntries(OBSERVED.map((path) => [path, []]))
    const until = performance.now() + SECONDS * 1000
    while (performance.now() < until) {
      for (const path of OBSERVED) {
        const started = performance.now()
        await ask(path)
        times[path].push(performance.now() - started)
        await wait(20)
      }
    }
    return Object.fromEntries(OBSERVED.map((path) => [path, percentile(times[path], 0.99)]))
  }
}

const folder = mkdtempSync(join(tmpdir(), 'rapport-bench-'))
await measure('SQLite', { RAPPORT_DATA_DIR: folder })
rmSync(folder, { recursive: true })

const postgres = process.env.DATABASE_URL_BENCH
if (postgres) await measure('PostgreSQL', { DATABASE_URL: postgres })
process.exitCode = isMissed ? 1 : 0
