// Measures p95 of each query for a page of the history with two million events, on SQLite and, if DATABASE_URL_BENCH is set, on
// PostgreSQL. Fails above the limit.
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { onFilled } from './filled.mjs'
import { ADMIN, OURS, percentile, signIn, start, timeOf } from './servers.mjs'

const EVENTS = 2_000_000
const ROUNDS = 20
const MOST_MS = 100

const BEGAN = Date.parse('2026-01-01T00:00:00Z')
const since = (event) => new Date(BEGAN + event * 1000).toISOString()

/** One event per second, most of admin 1, few of admin 2 or about a category. */
const COLUMNS = 'at, event, actor, actor_id, target_type, target_id'
const VALUES = `${BEGAN} + i * 1000,
  case when i % 10000 = 0 then 'category.deleted' when i % 3 = 0 then 'position.updated' else 'sign_in.succeeded' end,
  'admin',
  case when i % 50000 = 1 then 2 else 1 end,
  case when i % 10000 = 0 then 'category' when i % 3 = 0 then 'position' else 'user' end,
  i % 500`

/** 500 positions, and ten users in the trash. */
const RECORDS = [
  `insert into categories (id, name, name_key, slug, created_at) values (1, 'Calm', 'calm', 'calm', 0)`,
  `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < 500)
    insert into positions (id, category_id, name, name_key, created_at)
    select i, 1, 'Position ' || i, 'position ' || i, 0 from numbers`,
  `with recursive numbers(i) as (select 2 union all select i + 1 from numbers where i < 11)
    insert into trash_items (entity, record_id, name, search_text, row, deleted_at, deleted_by)
    select 'user', i, 'Jane ' || i, 'jane ' || i, '{}', 0, 1 from numbers`,
]

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
  'search=Position%20123',
  'search=jane%207',
  'search=jane%207&entity=user&event=sign_in.succeeded',
  'search=unknown',
  'search=position',
  'search=a',
  'search=a&event=category.deleted',
]

let isMissed = false

async function fill(env) {
  await (await start(OURS, { ...env, ...ADMIN })).stop()
  if (env.DATABASE_URL) {
    const client = new Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    await client.query(
      `insert into audit_events (${COLUMNS}) select ${VALUES} from generate_series(1, ${EVENTS}) as numbers(i)`,
    )
    for (const statement of RECORDS) await client.query(statement)
    await client.query('vacuum analyze')
    await client.end()
  } else {
    const sqlite = new Sqlite(join(env.RAPPORT_DATA_DIR, 'rapport.db'))
    sqlite.exec(`with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${EVENTS})
      insert into audit_events (${COLUMNS}) select ${VALUES} from numbers`)
    for (const statement of RECORDS) sqlite.exec(statement)
    sqlite.close()
  }
}

async function measure(engine, env) {
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
    process.stdout.write(
      `${engine.padEnd(10)} ${p95.toFixed(1).padStart(7)} ms (most ${MOST_MS})  ${query || 'everything'}\n`,
    )
  }
  await server.stop()
}

await onFilled('history', fill, measure)
process.exitCode = isMissed ? 1 : 0
