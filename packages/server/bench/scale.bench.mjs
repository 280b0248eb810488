// A million users, on SQLite and, where DATABASE_URL_BENCH names an empty database, on PostgreSQL: p95 of a page, a deep
// page, a search and of the summary, over HTTP; and the memory that the list of all users takes. Fails above the bars. A
// request that reads nothing is the floor of the same rounds: what of a time is the machine's and not ours.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, OURS, fill, load, percentile, request, signIn, start } from './servers.mjs'

const USERS = 1_000_000
const ROUNDS = 5
const MOST_MEMORY_MB = 250
const SIZE = 50

const page = (query) => `/api/admin/users?page_size=${SIZE}&${query}`
const SORTS = ['id', '-id', 'name', '-name', 'email', '-email', 'joined_date', '-joined_date', 'age', '-status', 'role']
const TERMS = [
  'example.com',
  'example',
  'exa',
  'zoe',
  'Zoë Mull',
  'novak',
  '77777',
  'chloe.nguyen77',
  'a',
  'zo',
  'nobody',
]

const KINDS = [
  {
    name: 'page',
    most: 50,
    paths: SORTS.flatMap((sort) => [1, 2, 20].map((number) => page(`page=${number}&sort=${sort}`))),
  },
  {
    name: 'deep page',
    most: 250,
    paths: SORTS.flatMap((sort) => [5000, 10_000, 19_999].map((number) => page(`page=${number}&sort=${sort}`))),
  },
  {
    name: 'search',
    most: 100,
    paths: TERMS.flatMap((term) =>
      ['id', 'name', '-joined_date'].map((sort) => page(`page=1&search=${encodeURIComponent(term)}&sort=${sort}`)),
    ),
  },
  // Half of what the term finds has to be passed over, and so looked at, whichever end it is come from.
  {
    name: 'deep found',
    most: 2000,
    paths: ['id', 'name', '-joined_date', 'age', 'status'].map((sort) =>
      page(`page=3000&search=example.com&sort=${sort}`),
    ),
  },
  { name: 'summary', most: 50, paths: [page('page=1&role=admin'), page('page=1&status=suspended')] },
]
const FLOOR = '/health/live'

let isMissed = false

async function measure(engine, env) {
  const started = performance.now()
  await fill(USERS, env)
  process.stdout.write(`${engine}: ${USERS} users made in ${((performance.now() - started) / 1000).toFixed(0)} s\n`)
  const server = await start(OURS, { ...env, ...ADMIN })
  const token = await signIn(server.origin)
  // One request at a time: a second one would wait for the first.
  const take = async (path) => {
    const { times } = await load(server.origin, {
      connections: 1,
      ms: 0,
      next: () => request('GET', path, token),
      status: 200,
    })
    return times[0]
  }
  const floor = []
  for (const { name, most, paths } of KINDS) {
    const first = []
    const times = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const path of paths) {
        floor.push(await take(FLOOR))
        const ms = await take(path)
        times.push(ms)
        if (round === 0) first.push(ms)
      }
    }
    const p95 = percentile(times, 0.95)
    const ratio = p95 / percentile(floor, 0.95)
    isMissed ||= p95 > most
    process.stdout.write(
      `${engine} ${name.padEnd(10)} p95 ${p95.toFixed(1).padStart(6)} ms (most ${most}), ${ratio.toFixed(0)} times the floor, ` +
        `slowest at the first time ${Math.max(...first).toFixed(0)} ms, n=${times.length}\n`,
    )
  }
  await measureList(engine, server, token)
  await server.stop()
}

async function measureList(engine, { origin, pid }, token) {
  const before = residentMb(pid)
  const started = performance.now()
  let highest = before
  let bytes = 0
  const headers = { Authorization: `Bearer ${token}` }
  const response = await new Promise((resolve, reject) => {
    get(`${origin}/api/admin/users`, { headers, agent: false }, resolve).on('error', reject)
  })
  for await (const part of response) {
    bytes += part.length
    highest = Math.max(highest, residentMb(pid))
  }
  const grown = highest - before
  isMissed ||= grown > MOST_MEMORY_MB
  process.stdout.write(
    `${engine} all users  ${(bytes / 1e6).toFixed(0)} MB in ${((performance.now() - started) / 1000).toFixed(1)} s, ` +
      `memory grew by ${grown.toFixed(0)} MB (most ${MOST_MEMORY_MB})\n`,
  )
}

/** Linux alone tells it of another process; elsewhere the memory is not measured. */
function residentMb(pid) {
  if (process.platform !== 'linux') return 0
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

const folder = mkdtempSync(join(tmpdir(), 'rapport-bench-'))
await measure('SQLite', { RAPPORT_DATA_DIR: folder })
rmSync(folder, { recursive: true })

const postgres = process.env.DATABASE_URL_BENCH
if (postgres) await measure('PostgreSQL', { DATABASE_URL: postgres })
else process.stdout.write('PostgreSQL: not measured, since DATABASE_URL_BENCH names no empty database\n')
process.exitCode = isMissed ? 1 : 0
