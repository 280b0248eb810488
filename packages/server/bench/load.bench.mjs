// Measures whether searches, sign-ins and uploads delay other requests: p99 of a list and of a health check under load,
// and its ratio to the idle server. The observer is a thread, since the load generator is busy. Searches are the
// slowest ones among a million users. `--users NUMBER` and `--engine NAME` measure less.
import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { onUsers } from './filled.mjs'
import { ADMIN, OURS, failSignIn, percentile, residentMb, signIn, start, timeOf } from './servers.mjs'

const MOST_MS = 100
const SECONDS = 15
const SEARCHES = 8
const SIGN_INS_A_SECOND = 50
const UPLOADS_A_SECOND = 5
/** Admins who upload; each may upload 30 images a minute. */
const UPLOADERS = 12
const WORST = ['search=example.com&sort=name', 'search=a&sort=age', 'search=q&sort=age', 'search=zo&sort=-joined_date']
const OBSERVED = ['/api/admin/categories', '/health/live']

let isMissed = false

async function measure(engine, users, env) {
  const proxied = { ...env, RAPPORT_TRUSTED_PROXIES: '127.0.0.1' }
  const { origin, stop, pid } = await start(OURS, { ...proxied, ...ADMIN })
  const token = await signIn(origin)
  const uploaders = await signInUploaders(origin, env)
  const picture = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#6c44b6' } })
    .png()
    .toBuffer()
  const statuses = {}
  const ask = async (sent) => {
    const response = await sent
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }

  const search = async (signal) => {
    const headers = { Authorization: `Bearer ${token}` }
    for (let turn = 0; !signal.aborted; turn += 1) {
      const query = `page=${1 + ((turn * 7) % 200)}&page_size=50&${WORST[turn % WORST.length]}`
      await ask(fetch(`${origin}/api/admin/users?${query}`, { headers }))
    }
  }
  const every = async (signal, perSecond, work) => {
    const under = []
    for (let count = 0; !signal.aborted; count += 1) {
      under.push(work(count))
      await wait(1000 / perSecond)
    }
    await Promise.all(under)
  }
  const upload = (count) => {
    const body = new FormData()
    body.set('category_name', `Load ${Date.now()} ${count}`)
    body.set('category_image', new Blob([picture], { type: 'image/png' }), 'picture.png')
    const headers = { Authorization: `Bearer ${uploaders[count % UPLOADERS]}` }
    return ask(fetch(`${origin}/api/admin/category`, { method: 'POST', body, headers }))
  }
  const loads = {
    searches: (signal) => Array.from({ length: SEARCHES }, () => search(signal)),
    'sign-ins and uploads': (signal) => [
      every(signal, SIGN_INS_A_SECOND, (count) => ask(failSignIn(origin, count))),
      every(signal, UPLOADS_A_SECOND, upload),
    ],
  }

  const idle = await observe(origin, token)
  for (const [name, begin] of Object.entries(loads)) {
    for (const status of Object.keys(statuses)) delete statuses[status]
    const over = new AbortController()
    const working = begin(over.signal)
    const busy = await observe(origin, token)
    over.abort()
    await Promise.all(working)
    process.stdout.write(`${engine} ${users} users, ${name}: responded with ${JSON.stringify(statuses)}\n`)
    for (const path of OBSERVED) {
      isMissed ||= busy[path] > MOST_MS
      process.stdout.write(
        `${busy[path] > MOST_MS ? 'FAIL' : 'PASS'}  p99 of ${path} ${busy[path].toFixed(0)} ms (most ${MOST_MS}), ` +
          `${(busy[path] / idle[path]).toFixed(1)} times the idle server's ${idle[path].toFixed(1)} ms\n`,
      )
    }
  }
  process.stdout.write(`${engine}: memory ${residentMb(pid).toFixed(0)} MB after that\n`)
  await stop()
}

/** Creates admins with the operator's command. */
function signInUploaders(origin, env) {
  const { RAPPORT_ADMIN_PASSWORD: password } = ADMIN
  return Promise.all(
    Array.from({ length: UPLOADERS }, (_, index) => {
      const email = `bench${index}@example.org`
      // Fails if the address exists from an earlier run, which is fine.
      spawnSync(process.execPath, [OURS, 'admin', 'create', email], {
        env: { ...process.env, ...env },
        input: password,
      })
      return signIn(origin, email)
    }),
  )
}

async function observe(origin, token) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { origin, token } })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/** Sends one request after the other, 20 ms apart. */
async function observeHere({ origin, token }) {
  const times = Object.fromEntries(OBSERVED.map((path) => [path, []]))
  const until = performance.now() + SECONDS * 1000
  while (performance.now() < until) {
    for (const path of OBSERVED) {
      times[path].push(await timeOf(origin, token, path))
      await wait(20)
    }
  }
  return Object.fromEntries(OBSERVED.map((path) => [path, percentile(times[path], 0.99)]))
}

if (isMainThread) {
  const { values } = parseArgs({
    options: { users: { type: 'string', default: '1000000' }, engine: { type: 'string' } },
  })
  await onUsers(Number(values.users), async (engine, env) => {
    if (values.engine === undefined || values.engine === engine) await measure(engine, values.users, env)
  })
  process.exitCode = isMissed ? 1 : 0
} else {
  parentPort.postMessage(await observeHere(workerData), [])
}
