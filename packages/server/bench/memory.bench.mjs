// Measures the peak memory of the server and its image process under searches, sign-ins, large images, unread
// responses, four concurrent exports and many requests. `--users NUMBER` and `--engine NAME` measure less; `--limit MB`
// starts the server in a cgroup (version 1) with that limit.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { onUsers } from './filled.mjs'
import { ADMIN, OURS, failSignIn, load, request, signIn, start } from './servers.mjs'

const MOST_MB = 350
const LOOK_MS = 100
const SEARCHES = 40
const SIGN_INS = 100
const EXPORTS = 4
const REQUESTS = 50_000
const MIB = 1024 * 1024

const { values } = parseArgs({
  options: { users: { type: 'string', default: '1000000' }, engine: { type: 'string' }, limit: { type: 'string' } },
})
let isMissed = false

async function measure(engine, env) {
  const group = values.limit === undefined ? undefined : limitedGroup(Number(values.limit))
  const settings = { ...env, ...ADMIN, RAPPORT_TRUSTED_PROXIES: '127.0.0.1' }
  const server = await start(OURS, settings, (pid) => group?.add(pid))
  const peak = watch(server.pid)
  try {
    const token = await signIn(server.origin)
    const made = []
    for (const [name, work] of Object.entries(phases({ ...server, token, made }))) {
      peak.mb = 0
      const began = performance.now()
      await work()
      isMissed ||= peak.mb > MOST_MB
      process.stdout.write(
        `${peak.mb > MOST_MB ? 'FAIL' : 'PASS'}  ${engine}, ${name}: ${peak.mb.toFixed(0)} MB (most ${MOST_MB}) ` +
          `in ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
      )
    }
    for (const id of made) await ask(server.origin, token, `/api/admin/category/${id}`, { method: 'DELETE' })
  } finally {
    peak.stop()
    await server.stop()
    await group?.remove()
  }
}

function phases({ origin, token, made }) {
  const get = async (count, paths) => {
    let answered = 0
    let turn = 0
    const next = () => request('GET', paths[(turn += 1) % paths.length], token)
    while (answered < count) {
      const { times } = await load(origin, { connections: 8, ms: 500, next, status: 200 })
      answered += times.length
    }
  }
  const upload = async (bytes, status) => {
    const body = new FormData()
    body.set('category_name', `Memory ${randomBytes(6).toString('hex')}`)
    body.set('category_image', new Blob([bytes]), 'picture.png')
    const { data } = await ask(origin, token, '/api/admin/category', { method: 'POST', body }, status)
    if (data) made.push(data.id)
    return data?.category_image
  }
  return {
    searches: () =>
      get(
        SEARCHES,
        ['example.com', 'a', 'q', 'zo'].map((term) => `${USERS}&sort=age&search=${term}`),
      ),
    'sign-ins': async () => {
      const refused = Array.from({ length: SIGN_INS }, async (_, index) => (await failSignIn(origin, index)).text())
      await Promise.all(refused)
    },
    'six images of 12 to 40 million pixels': async () => {
      const [taken, refused] = await Promise.all([largePng(4000, 3000), largePng(8000, 5000)])
      const all = [taken, taken, refused, taken, refused, taken]
      await Promise.all(all.map((bytes) => upload(bytes, bytes === taken ? 200 : 422)))
    },
    'six images of 5 MB': async () => {
      const image = await noisePng()
      await Promise.all(Array.from({ length: 6 }, () => upload(image, 200)))
    },
    'responses that are not read': async () => {
      const image = new URL(await upload(await noisePng(), 200), origin).pathname
      await leaveUnread(origin, 8, '/', 3000)
      await leaveUnread(origin, 8, image, 3000)
      await leaveUnread(origin, 200, image, 1)
    },
    'four exports': async () => {
      await Promise.all(Array.from({ length: EXPORTS }, () => readThrough(origin, token, '/api/admin/users')))
    },
    '50,000 requests': () =>
      get(REQUESTS, ['/api/admin/categories', `${USERS}&sort=-joined_date`, '/api/admin/get-settings', '/health/live']),
  }
}

const USERS = '/api/admin/users?page=1&page_size=50'

async function ask(origin, token, path, options, status = 200) {
  const response = await fetch(origin + path, { headers: { Authorization: `Bearer ${token}` }, ...options })
  const text = await response.text()
  if (response.status !== status) throw new Error(`${path} responded with ${response.status}: ${text}`)
  return JSON.parse(text)
}

async function readThrough(origin, token, path) {
  const response = await fetch(origin + path, { headers: { Authorization: `Bearer ${token}` } })
  if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`)
  for await (const part of response.body) void part
}

async function leaveUnread(origin, connections, path, times) {
  const { port, hostname } = new URL(origin)
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname))
  for (const socket of sockets) {
    // The server closes a connection with too many pending requests.
    socket.on('error', () => socket.destroy()).pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
  }
  await wait(2000)
  for (const socket of sockets) socket.destroy()
}

/** Makes an interlaced 16-bit PNG, which has to be decoded whole. */
function largePng(width, height) {
  const picture = sharp({ create: { width, height, channels: 4, background: '#6c44b680' } })
  return picture.toColourspace('rgb16').png({ progressive: true }).toBuffer()
}

function noisePng() {
  const raw = { width: 1310, height: 1310, channels: 3 }
  return sharp(randomBytes(1310 * 1310 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** Samples the memory of a process and its children; shared pages are counted once. */
function watch(pid) {
  const peak = { mb: 0, stop: () => clearInterval(timer) }
  const timer = setInterval(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    const mb = [pid, ...children].map(proportionalMb).reduce((sum, one) => sum + one)
    peak.mb = Math.max(peak.mb, mb)
  }, LOOK_MS)
  return peak
}

function proportionalMb(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
  } catch {
    // The process has just ended.
    return 0
  }
}

/** Creates a child of this process's cgroup, so that its limits apply to the server too. */
function limitedGroup(mb) {
  const own = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
  const group = join('/sys/fs/cgroup/memory', own, `rapport-${process.pid}`)
  const members = join(group, 'cgroup.procs')
  mkdirSync(group)
  writeFileSync(join(group, 'memory.limit_in_bytes'), String(mb * MIB))
  return {
    add: (pid) => writeFileSync(members, String(pid)),
    async remove() {
      while (readFileSync(members, 'utf8') !== '') await wait(20)
      rmdirSync(group)
    },
  }
}

if (process.platform === 'linux') {
  await onUsers(Number(values.users), async (engine, env) => {
    if (values.engine === undefined || values.engine === engine) await measure(engine, env)
  })
} else process.stdout.write('Not measured: Linux alone tells the memory of another process.\n')
process.exitCode = isMissed ? 1 : 0
