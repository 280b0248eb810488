// Measures p95 of each query with a million users, on SQLite and, if DATABASE_URL_BENCH is set, on PostgreSQL, whose
// shared_buffers must hold its indexes: 4 GB, not the default of 128 MB. Fails above the bar. A request that reads nothing
// gives the floor: the part of a time that is the machine's. A query above its bar is measured up to twice more, and the
// best series counts, since other programs only add time.
import { onUsers } from './filled.mjs'
import { ADMIN, OURS, median, percentile, signIn, start, timeOf } from './servers.mjs'

const USERS = 1_000_000
const ROUNDS = 20
const MAX_SERIES = 3
const MOST_MS = 150
const MOST_COMBINED_MS = 500
const SIZE = 50
/** Last page of a searched or filtered list. */
const LAST = 10_000 / SIZE

const page = (query) => `/api/admin/users?page_size=${SIZE}&${query}`
const each = (numbers, sorts, query = '') =>
  sorts.flatMap((sort) => numbers.map((number) => page(`page=${number}&sort=${sort}${query}`)))
const search = (term) => `&search=${encodeURIComponent(term)}`

const SORTS = ['id', '-id', 'name', '-name', 'email', '-joined_date', 'age', '-status', 'role']
const TERMS = [
  'example.com',
  'exa',
  'zoe',
  'Zoë Mull',
  'novak',
  '77777',
  'chloe.nguyen77',
  'a',
  '7',
  'zo',
  'qx',
  'unknown',
]
const FILTERS = [
  '&status=suspended',
  '&status=active',
  '&role=admin&status=pending',
  '&status=nothing',
  '&gender=female',
  '&gender=not-set',
  '&age_from=60',
  '&age_to=15&age_not_set=true',
  '&profile_completed=false',
  '&status=not-active',
  '&role=no-plan',
  '&joined_from=2025-06-01T00:00:00Z',
]
const COMBINATIONS = [
  '&status=not-active&role=no-plan&gender=not-set&age_not_set=true&profile_completed=false',
  '&role=no-plan&profile_completed=false&gender=not-set',
  '&status=not-active&gender=non-binary&age_from=70',
  '&joined_from=2026-06-01T00:00:00Z&gender=female&age_to=25',
  '&search=a&profile_completed=false&age_not_set=true',
  '&search=example.com&gender=non-binary&age_from=75',
]

const KINDS = [
  { name: 'page', paths: each([1, 20], SORTS) },
  { name: 'deep page', paths: each([10_000, 19_999], SORTS) },
  { name: 'search', paths: TERMS.flatMap((term) => each([1], ['id', 'name', '-joined_date'], search(term))) },
  { name: 'filter', paths: FILTERS.flatMap((filter) => each([1], ['id', 'name', 'age', 'status'], filter)) },
  {
    name: 'combined',
    most: MOST_COMBINED_MS,
    paths: COMBINATIONS.flatMap((filters) => each([1], ['id', 'name', 'age', 'status'], filters)),
  },
  {
    name: 'facets',
    most: MOST_COMBINED_MS,
    paths: ['', ...['a', 'zoe', 'zo', 'example.com'].map(search), ...FILTERS, ...COMBINATIONS].map((filters) =>
      page(`facets=true${filters}`),
    ),
  },
  {
    name: 'both',
    paths: ['example.com', 'zoe', 'zo', '77777'].flatMap((term) =>
      FILTERS.flatMap((filter) => each([1], ['id', 'name'], search(term) + filter)),
    ),
  },
  {
    name: 'last page',
    paths: [
      ...['example.com', 'zoe', 'a', 'q', 'zo', 'novak'].map(search),
      '&status=suspended',
      FILTERS.at(-1),
    ].flatMap((query) => each([LAST], ['id', 'name', 'age'], query)),
  },
]
const FLOOR = '/health/live'

let isMissed = false

async function measure(engine, env) {
  const server = await start(OURS, { ...env, ...ADMIN })
  const token = await signIn(server.origin)
  // Sends one request at a time: a second one would wait for the first.
  const take = (path) => timeOf(server.origin, token, path)
  const floor = []
  for (const { name, paths, most = MOST_MS } of KINDS) {
    const figures = []
    for (const path of paths) {
      // The first request reads from the disk, the others from memory.
      await take(path)
      const series = []
      do {
        const times = []
        for (let round = 0; round < ROUNDS; round += 1) {
          floor.push(await take(FLOOR))
          times.push(await take(path))
        }
        series.push({ path, p95: percentile(times, 0.95), median: median(times) })
      } while (series.length < MAX_SERIES && series.at(-1).p95 > most)
      figures.push(series.reduce((best, one) => (one.p95 < best.p95 ? one : best)))
    }
    const slow = figures.filter(({ p95 }) => p95 > most)
    const worst = figures.reduce((a, b) => (a.p95 > b.p95 ? a : b))
    isMissed ||= slow.length > 0
    process.stdout.write(
      `${engine} ${name.padEnd(10)} ${paths.length} queries, worst p95 ${worst.p95.toFixed(0).padStart(4)} ms (most ${most}), ` +
        `floor ${percentile(floor, 0.95).toFixed(1)} ms\n`,
    )
    for (const { path, p95, median: middle } of slow) {
      process.stdout.write(`    ${path}: p95 ${p95.toFixed(0)} ms, median ${middle.toFixed(0)} ms\n`)
    }
  }
  await server.stop()
}

await onUsers(USERS, measure)
process.exitCode = isMissed ? 1 : 0
