// Measures p95 of each query for a page of the history with a million events, on SQLite and, if DATABASE_URL_BENCH
// names an empty database, on PostgreSQL. Fails above the limit.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { ADMIN, OURS, percentile, signIn, start, timeOf } from './servers.mjs'

const EVENTS = 1_000_000
const ROUNDS = 20
const MOST_MS = 100

const BEGAN = Date.now() - EVENTS * 1000
const since = (event) => new Date(BEGAN + event * 1000).toISOString()

/** One event per second, most of admin 1, few of admin 2 or about a category. */
const COLUMNS = 'at, event, actor, actor_id, target_type, target_id'
const VALUES = `${BEGAN} + i * 1000,
  case when i % 10000 = 0 then 'category.deleted' when i % 3 = 0 then 'position.updated' else 'sign_in.succeeded' end,
  'admin',
  case when i % 50000 = 1 then 2 else 1 end,
  case when i % 10000 = 0 then 'category' when i % 3 = 0 then 'position' else 'user' end,
  i % 500`

const QUERIES = [
  '',
  'cursor=500000',
  'entity=category',
  'entity=position&record_id=3',
  'actor=1',
  'actor=2',
  'event=category.deleted',
  'event=unknown',
  `from=${since(500_000)}&to=${since(500_100)}`,
  `to=${since(1000)}`,
  'actor=2&event=sign_in.succeeded',
  'actor=1&event=category.deleted',
  'actor=2&entity=user',
  'actor=1&entity=category',
  'entity=user&event=category.deleted',
  'entity=position&record_id=3&actor=2',
  'record_id=3&event=category.deleted',
  `actor=2&to=${since(500_000)}`,
]

let isMissed = false

async function measure(engine, env, fill) {
  await (await start(OURS, { ...env, ...ADMIN })).stop()
  await fill()
  const server = await start(OURS, env)
  const token = await signIn(server.origin)
  for (const query of QUERIES) {
    const times = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const time = await timeOf(server.origin, token, `/api/admin/history?limit=100&${query}`)
      // The first request reads from the disk, the others from memory.
      if (round > 0) times.push(time)
    }
    const p95 = percentile(times, 0.95)
    isMissed ||= p95 > MOST_MS
    process.stdout.write(`${engine} ${p95.toFixed(1).padStart(7)} ms (most ${MOST_MS})  ${query || 'everything'}\n`)
  }
  await server.stop()
}

const folder = mkdtempSync(join(tmpdir(), 'rapport-bench-'))
await measure('SQLite    ', { RAPPORT_DATA_DIR: folder }, async () => {
  const sqlite = new Sqlite(join(folder, 'rapport.db'))
  sqlite.exec(`with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${EVENTS})
    insert into audit_events (${COLUMNS}) select ${VALUES} from numbers`)
  sqlite.close()
})
rmSync(folder, { recursive: true })

const postgres = process.env.DATABASE_URL_BENCH
if (postgres) {
  await measure('PostgreSQL', { DATABASE_URL: postgres }, async () => {
    const client = new Client({ connectionString: postgres })
    await client.connect()
    await client.query(
      `insert into audit_events (${COLUMNS}) select ${VALUES} from generate_series(1, ${EVENTS}) as numbers(i)`,
    )
    await client.query('vacuum analyze audit_events')
    await client.end()
  })
} else process.stdout.write('PostgreSQL: not measured, since DATABASE_URL_BENCH names no empty database\n')
process.exitCode = isMissed ? 1 : 0
