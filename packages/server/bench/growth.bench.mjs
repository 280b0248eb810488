// How cost grows with the number of users, on SQLite and, where DATABASE_URL_BENCH names a PostgreSQL whose user may create
// databases, on that too. Writes the figures into docs/growth.md and draws docs/growth.svg. `GROWTH_USERS=10000,100000`
// measures other sizes. It has no bar: scale.bench.mjs fails where a query takes too long.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { growthPlot } from './growth-plot.mjs'
import { ADMIN, OURS, fill, load, median, request, residentMb, signIn, start } from './servers.mjs'

const SIZES = (process.env.GROWTH_USERS ?? '10000,100000,1000000,3000000').split(',').map(Number)
const ROUNDS = 15
const DELETIONS = 20
const SIZE = 50
const LAST_SEARCHED = 10_000 / SIZE

const page = (query) => `/api/admin/users?page_size=${SIZE}&${query}`
const searches = (number, terms) =>
  terms.flatMap((term) => ['id', 'name', 'age'].map((sort) => page(`page=${number}&sort=${sort}&search=${term}`)))

/** The paths of each kind for a list of this many users; the slowest of a kind stands for it. */
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
  await fill(users, env)
  const server = await start(OURS, { ...env, ...ADMIN })
  const token = await signIn(server.origin)
  const take = async (method, path) => {
    const next = () => request(method, path, token)
    const { times } = await load(server.origin, { connections: 1, ms: 0, next, status: 200 })
    return times[0]
  }
  const repeat = async (path) => {
    const times = []
    for (let round = 0; round <= ROUNDS; round += 1) times.push(await take('GET', path))
    // The first one reads from the disk what the others find in memory.
    return median(times.slice(1))
  }
  const figures = {}
  for (const [kind, paths] of Object.entries(QUERIES)) {
    const medians = []
    for (const path of paths(users)) medians.push(await repeat(path))
    figures[kind] = Math.max(...medians)
  }
  const deletions = []
  for (let round = 0; round < DELETIONS; round += 1) {
    deletions.push(await take('DELETE', `/api/admin/users/${Math.floor((users * (round + 1)) / (DELETIONS + 2))}`))
  }
  figures.delete = median(deletions)
  figures.memory = residentMb(server.pid)
  await server.stop()
  figures.disk = await sizeOnDisk()
  console.log(
    `${engine} ${users}: ${JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Number(value.toFixed(1)) : value))}`,
  )
  return { engine, users, ...figures }
}

async function onSqlite(users) {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-growth-'))
  const sizeOnDisk = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6
  try {
    return await measure('SQLite', users, { RAPPORT_DATA_DIR: folder }, sizeOnDisk)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function onPostgres(url, users) {
  const name = `rapport_growth_${users}`
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name}`)
    const own = new URL(url)
    own.pathname = `/${name}`
    return await measure('PostgreSQL', users, { DATABASE_URL: own.href }, async () => {
      const { rows } = await client.query(`select pg_database_size('${name}') as size`)
      return Number(rows[0].size) / 1e6
    })
  } finally {
    await client.query(`drop database if exists ${name}`)
    await client.end()
  }
}

function table(rows) {
  const kinds = [...Object.keys(QUERIES), 'delete']
  const number = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'))
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
for (const users of SIZES) rows.push(await onSqlite(users))
const url = process.env.DATABASE_URL_BENCH
if (url) for (const users of SIZES) rows.push(await onPostgres(url, users))
else console.log('PostgreSQL: not measured, since DATABASE_URL_BENCH names none.')

const docs = join(import.meta.dirname, '../../../docs')
const text = readFileSync(join(docs, 'growth.md'), 'utf8')
const figures = `<!-- figures -->\n\n${table(rows)}\n\n<!-- end of figures -->`
writeFileSync(join(docs, 'growth.md'), text.replace(/<!-- figures -->[^]*<!-- end of figures -->/, figures))
writeFileSync(join(docs, 'growth.svg'), growthPlot(rows, [...Object.keys(QUERIES), 'delete']))
