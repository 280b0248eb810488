import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOwnPostgres, startPostgres, type TestPostgres } from '#server/testing/database/postgres.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

const CLIENTS = 8
const RECOVERY_MS = 5000
const WHY_SKIPPED = hasOwnPostgres ? '' : ' (skipped: no PostgreSQL binaries)'
const PRODUCTS = '/api/admin/subscription-products'

/** Starts clients that write as fast as they get responses, and record each status with its time. */
function startClients(origin: string, token: string) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const responses: { status: number; retryAfter: string | null; at: number; id: string }[] = []
  const stopped = new AbortController()
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let count = 0; !stopped.signal.aborted; count += 1) {
      const id = `${client}.${count}`
      const product = { product_id: id, name: id, price: 1, currency: 'EUR', billing_cycle: 'monthly' }
      const response = await fetch(origin + PRODUCTS, { method: 'POST', headers, body: JSON.stringify(product) })
      await response.arrayBuffer()
      responses.push({ status: response.status, retryAfter: response.headers.get('Retry-After'), at: Date.now(), id })
    }
  })
  return {
    responses,
    /** Resolves when a client next gets this status. */
    async until(status: number): Promise<void> {
      const countBefore = responses.length
      while (!responses.slice(countBefore).some((response) => response.status === status))
        await new Promise(setImmediate)
    },
    async end() {
      stopped.abort()
      await Promise.all(clients)
    },
  }
}

async function expectNothingLost({ database: { db } }: TestServer, { responses }: ReturnType<typeof startClients>) {
  const storedIds = new Set(
    (await db.selectFrom('products').select('product_id').execute()).map((row) => row.product_id),
  )
  const lost = responses.filter(({ status, id }) => status === 201 && !storedIds.has(id))
  expect(lost).toEqual([])
}

describe.skipIf(!hasOwnPostgres)(`PostgreSQL under load${WHY_SKIPPED}`, () => {
  let postgres: TestPostgres
  let databases: string[]
  beforeAll(async () => {
    postgres = await startPostgres()
    databases = [await postgres.createDatabase(), await postgres.createDatabase()]
  }, 30_000)
  const start = () => startTestServer({ databaseUrl: databases.pop() ?? '', onConnectionLost: () => undefined })
  afterAll(() => postgres.stop(), 30_000)

  it('responds with 503 while PostgreSQL is down, and recovers within 5 seconds', async () => {
    await using server = await start()
    const origin = await server.listen()
    const clients = startClients(origin, await server.signIn())
    await clients.until(201)
    await postgres.shutDown()
    await clients.until(503)
    expect((await fetch(`${origin}/health/live`)).status).toBe(200)
    expect((await fetch(`${origin}/health/ready`)).status).toBe(503)
    await postgres.startUp()
    const backAt = Date.now()
    await clients.until(201)
    expect(Date.now() - backAt).toBeLessThan(RECOVERY_MS)
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
    await clients.end()

    const { responses } = clients
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 503]))
    expect(responses.filter(({ status, retryAfter }) => status === 503 && retryAfter !== '5')).toEqual([])
    expect(responses.filter(({ status, at }) => status === 503 && at > backAt + RECOVERY_MS)).toEqual([])
    await expectNothingLost(server, clients)
  }, 60_000)

  it('recovers when PostgreSQL closes all connections', async () => {
    const operator = new Client({ connectionString: databases.at(-1) })
    await operator.connect()
    await using server = await start()
    const clients = startClients(await server.listen(), await server.signIn())
    for (let cut = 0; cut < 10; cut += 1) {
      await clients.until(201)
      await operator.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
    await clients.until(201)
    await clients.end()
    await operator.end()
    const statuses = new Set(clients.responses.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    await expectNothingLost(server, clients)
  }, 60_000)
})
