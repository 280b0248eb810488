// Measures how cost grows with the number of users, on SQLite and, if DATABASE_URL_BENCH is set, on a PostgreSQL whose
// user may create databases. Writes docs/growth.md. `GROWTH_USERS=10000,100000` sets the sizes. It has no limit:
// scale.bench.mjs fails if a query takes too long.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onFilled } from './filled.mjs'
import { ADMIN, OURS, median, residentMb, signIn, start, timeOf } from './servers.mjs'

const SIZES = (process.env.GROWTH_USERS ?? '10000,100000,1000000,3000000').split(',').map(Number)
const ROUNDS = 15
const DELETIONS = 20
const SIZE = 50
const LAST_SEARCHED = 10_000 / SIZE

const page = (query) => `/api/admin/users?page_size=${SIZE}&${query}`
const searches = (number, terms) =>
  terms.flatMap((term) => ['id', 'name', 'age'].map((sort) => page(`page=${number}&sort=${sort}&search=${term}`)))

/** Recorded for a query that exceeds the server's time limit. */
const REFUSED = Infinity

/** The paths of each kind for this many users; the slowest counts for its kind. */
const QUERIES = {
  page: () => [page('page=1&sort=-joined_date')],
  'deep page': (users) => [page(`page=${Math.floor(users / SIZE)}&sort=name`)],
  search: () => [page('page=1&search=zoe')],
  'worst search': (users) => [
    ...searches(1, ['example.com', 'a', 'zo', '77777']),
    ...(users > 10_000 ? searches(LAST_SEARCHED, ['example.com', 'a']) : []),
  ],
}

async function measure(engine, users, env, sizeOnDisk) {
  const server = await start(OURS, { ...env, ...ADMIN })
  const token = await signIn(server.origin)
  const take = (path, method) =>
    timeOf(server.origin, token, path, method).catch((error) => {
      if (error.message.startsWith('HTTP/1.1 503')) return REFUSED
      throw error
    })
  const repeat = async (path) => {
    const times = []
    for (let round = 0; round <= ROUNDS; round += 1) times.push(await take(path))
    // The first request reads from the disk, the others from memory.
    return median(times.slice(1))
  }
  const figures = {}
  for (const [kind, paths] of Object.entries(QUERIES)) {
    const medians = []
    for (const path of paths(users)) medians.push(await repeat(path))
    figures[kind] = Math.max(...medians)
  }
  const deletions = []
  for (const id of await someIds(server.origin, token)) deletions.push(await take(`/api/admin/users/${id}`, 'DELETE'))
  figures.delete = median(deletions)
  figures.memory = residentMb(server.pid)
  await server.stop()
  figures.disk = await sizeOnDisk()
  console.log(
    `${engine} ${users}: ${JSON.stringify(figures, (_, value) => (Number.isFinite(value) ? Number(value.toFixed(1)) : value))}`,
  )
  rows.push({ engine, users, ...figures })
}

/** Reads ids each time, since an earlier run deletes users. The admin is on the first page or the last. */
async function someIds(origin, token) {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(origin + page('page=2&sort=id'), { headers })
  const { data } = await response.json()
  return data.users.slice(0, DELETIONS).map(({ id }) => id)
}

function table(rows) {
  const kinds = [...Object.keys(QUERIES), 'delete']
  const number = (value) =>
    value === REFUSED ? 'refused (503)' : value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')
  const lines = rows.map(({ engine, users, memory, disk, ...figures }) =>
    [
      engine,
      users.toLocaleString('en'),
      ...kinds.map((kind) => number(figures[kind])),
      number(memory),
      number(disk),
    ].join(' | '),
  )
  const head = ['Engine', 'Users', ...kinds.map((kind) => `${kind}, ms`), 'memory, MB', 'disk, MB']
  return [head.join(' | '), head.map(() => '---').join(' | '), ...lines].map((line) => `| ${line} |`).join('\n')
}

const rows = []
for (const users of SIZES) await onFilled(users, (engine, ...where) => measure(engine, users, ...where))
rows.sort((a, b) => b.engine.localeCompare(a.engine))

const docs = join(import.meta.dirname, '../../../docs')
const text = readFileSync(join(docs, 'growth.md'), 'utf8')
const figures = `<!-- figures -->\n\n${table(rows)}\n\n<!-- end of figures -->`
writeFileSync(join(docs, 'growth.md'), text.replace(/<!-- figures -->[^]*<!-- end of figures -->/, figures))
