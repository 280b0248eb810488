// The baseline for the API: Fastify and better-sqlite3 only, with SQL for the same rows (session and audit log
// included), durability and responses, but without limits, validation, headers and log.
import Sqlite from 'better-sqlite3'
import Fastify from 'fastify'

const sqlite = new Sqlite(process.env.BARE_DATABASE, { timeout: 5000 })
sqlite.pragma('journal_mode = WAL')
sqlite.pragma('synchronous = FULL')
sqlite.pragma('foreign_keys = ON')
sqlite.pragma('cache_size = -65536')

const columns = `id, first_name, last_name, email, profile_image, created_at, joined_at, age, gender, status, role,
  profile_completed`
const productColumns = 'id, product_id, name, price_cents, currency, billing_cycle, trial_period_days, version'
const groups = sqlite.prepare('select status, role, users from user_counts')
const page = sqlite.prepare(`select ${columns} from users order by id limit ? offset ?`)
const addProduct = sqlite.prepare(`insert into products
  (product_id, name, price_cents, currency, billing_cycle, trial_period_days, created_at) values (?, ?, ?, ?, ?, ?, ?)
  returning ${productColumns}`)
const session = sqlite.prepare(`select users.id, email, first_name, last_name, role, status, password_hash, last_used_at
  from sessions join users on users.id = sessions.user_id
  where token_hash = ? and expires_at > ? and last_used_at > ?`)
const audit = sqlite.prepare(`insert into audit_events
  (at, event, actor, actor_id, target_type, target_id, email_mac, ip, request_id, detail, changes)
  values (?, ?, 'admin', ?, ?, ?, null, ?, ?, null, ?)`)

const HOUR = 60 * 60 * 1000
const TOKEN_HASH = '0'.repeat(64)
const { id: ADMIN_ID } = sqlite.prepare("select id from users where role = 'admin' and password_hash is not null").get()

sqlite
  .prepare(
    'insert or replace into sessions (token_hash, user_id, created_at, last_used_at, expires_at) values (?, ?, ?, ?, ?)',
  )
  .run(TOKEN_HASH, ADMIN_ID, Date.now(), Date.now(), Date.now() + HOUR)

const lookUpSession = () => session.get(TOKEN_HASH, Date.now(), Date.now() - HOUR)

const record = ({ id, ip }, event, type, target, changes = null) =>
  audit.run(Date.now(), event, ADMIN_ID, type, target, ip, id, changes)

const insertProduct = sqlite.transaction((values, request) => {
  const row = addProduct.get(...values)
  record(request, 'product.created', 'product', row.id, JSON.stringify(Object.entries(row)))
  return row
})

function summary() {
  const counts = { total: 0, active: 0, pro: 0, basic: 0, none: 0 }
  for (const { status, role, users } of groups.all()) {
    counts.total += users
    if (status === 'active') counts.active += users
    counts[role === 'admin' ? 'pro' : role === 'user' ? 'basic' : 'none'] += users
  }
  return counts
}

const toUser = ({ joined_at, created_at, profile_completed, ...user }) => ({
  ...user,
  created_at: new Date(created_at).toISOString(),
  joined_date: joined_at === null ? null : new Date(joined_at).toISOString(),
  profile_completed: profile_completed === null ? null : profile_completed === 1,
})

const app = Fastify()

app.get('/api/admin/users', (request, reply) => {
  lookUpSession()
  const size = Number(request.query.page_size)
  const counts = summary()
  const users = page.all(size, (Number(request.query.page) - 1) * size).map(toUser)
  reply.send({ code: 200, message: 'The users.', data: { users, total: counts.total, summary: counts } })
})

app.post('/api/admin/subscription-products', (request, reply) => {
  lookUpSession()
  const { product_id, name, price, currency, billing_cycle, trial_period_days } = request.body
  const cents = Math.round(Number(price) * 100)
  const values = [product_id, name, cents, currency, billing_cycle, trial_period_days, Date.now()]
  const row = insertProduct(values, request)
  const { price_cents, ...product } = row
  const data = { ...product, price: (price_cents / 100).toFixed(2) }
  reply.code(201).send({ code: 201, message: 'The product was added.', data })
})

app.get('/health/live', (_, reply) => {
  reply.send({ code: 200, message: 'alive' })
})

process.once('SIGTERM', () => process.exit(0)).once('SIGINT', () => process.exit(0))
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`  Console  ${origin}\n`)
