import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasOwnPostgres, startPostgres, type TestPostgres } from '#server/testing/database/postgres.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

const CLIENTS = 8
const RECOVERY_MS = 5000
/** The seconds that the server asks clients to wait for. */
const RETRY_AFTER = '5'
const WHY_SKIPPED = hasOwnPostgres ? '' : ' (skipped: no PostgreSQL binaries)'
const PRODUCTS = '/api/admin/subscription-products'

/** Starts clients that write as fast as they get responses, and record each status with its time. */
function startClients(origin: string, token: string) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const responses: { status: number; retryAfter: string | null; at: number; id: string }[] = []
  const stopped = new AbortController()
  const tasks = Array.from({ length: CLIENTS }, async (_, client) => {
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
    /** Resolves when a client gets this status again. */
    async until(status: number): Promise<void> {
      const countBefore = responses.length
      while (!responses.slice(countBefore).some((response) => response.status === status))
        await new Promise(setImmediate)
    },
    async end() {
      stopped.abort()
      await Promise.all(tasks)
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
  /** The databases of both tests, created before the first outage ends the connection that creates them. */
  let databases: { ofOutage: string; ofCuts: string }
  beforeAll(async () => {
    postgres = await startPostgres()
    databases = { ofOutage: await postgres.createDatabase(), ofCuts: await postgres.createDatabase() }
    return postgres.stop
  }, 30_000)
  const start = (databaseUrl: string) => startTestServer({ databaseUrl, onConnectionLost: () => undefined })

  it('responds with 503 while PostgreSQL is down, and recovers within 5 seconds', async () => {
    await using server = await start(databases.ofOutage)
    const origin = await server.listen()
    const load = startClients(origin, await server.signIn())
    await load.until(201)
    await postgres.shutDown()
    await load.until(503)
    expect((await fetch(`${origin}/health/live`)).status).toBe(200)
    expect((await fetch(`${origin}/health/ready`)).status).toBe(503)
    await postgres.startUp()
    const backAt = Date.now()
    await load.until(201)
    expect(Date.now() - backAt).toBeLessThan(RECOVERY_MS)
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
    await load.end()

    const { responses } = load
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 503]))
    expect(responses.filter(({ status, retryAfter }) => status === 503 && retryAfter !== RETRY_AFTER)).toEqual([])
    expect(responses.filter(({ status, at }) => status === 503 && at > backAt + RECOVERY_MS)).toEqual([])
    await expectNothingLost(server, load)
  }, 60_000)

  it('recovers when PostgreSQL closes all connections', async () => {
    const operator = new Client({ connectionString: databases.ofCuts })
    await operator.connect()
    await using server = await start(databases.ofCuts)
    const load = startClients(await server.listen(), await server.signIn())
    for (let cut = 0; cut < 10; cut += 1) {
      await load.until(201)
      await operator.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
    await load.until(201)
    await load.end()
    await operator.end()
    const statuses = new Set(load.responses.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    await expectNothingLost(server, load)
  }, 60_000)
})
