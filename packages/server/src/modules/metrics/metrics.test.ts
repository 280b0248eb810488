import { join } from 'node:path'
import { operations } from '@rapport/core/api/operations.ts'
import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { MINUTE, SECOND } from '#server/domain/time.ts'
import { asAdmin, login } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { forgotPassword } from '#server/testing/password-reset.ts'
import { startTestServer, type Reachable } from '#server/testing/start.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { readDatabaseFigures } from './metrics.repo.ts'

const TOKEN = 'dGhlIHRva2VuIG9mIHRoZSBtZXRyaWNzIG9mIHRlc3Rz'
const BY_TOKEN = { token: TOKEN, onLoopback: false, lastBackupAt: () => 1_700_000_000_000 }

function get(server: Reachable, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch(new Request(`${server.baseUrl}/metrics`, { headers }))
}

async function scrape(server: Reachable): Promise<string> {
  return (await get(server, { Authorization: `Bearer ${TOKEN}` })).text()
}

const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  )

it('are not there unless they are turned on', async () => {
  await using server = await startTestServer()
  expect((await get(server)).status).toBe(404)
})

it('are read with their token only', async () => {
  await using server = await startTestServer({ metrics: BY_TOKEN })
  const statusWith = async (authorization: string) => (await get(server, { Authorization: authorization })).status
  expect((await get(server)).status).toBe(401)
  expect(await statusWith(`Bearer ${TOKEN}x`)).toBe(401)
  expect(await statusWith(`Bearer ${await server.signIn()}`)).toBe(401)
  expect(await statusWith(`Basic ${TOKEN}`)).toBe(401)
  const response = await get(server, { Authorization: `Bearer ${TOKEN}` })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4')
})

it.each([
  ['X-Forwarded-For', '192.0.2.1'],
  ['X-Forwarded-Host', 'console.example.com'],
  ['Forwarded', 'for=192.0.2.1'],
  ['Via', '1.1 proxy'],
  ['X-Real-IP', '127.0.0.1'],
  ['Host', 'console.example.com'],
  ['Host', '127.0.0.1.example.com'],
])(
  'are read on this machine without a token, but not through a proxy or by another name: %s: %s',
  async (name, value) => {
    const options = { token: undefined, onLoopback: true, lastBackupAt: () => undefined }
    await using server = await startTestServer({ metrics: options, trustedProxies: ['127.0.0.1'] })
    const { from } = server
    const local = { Host: 'localhost:4000' }
    expect((await get(server, local)).status).toBe(200)
    expect((await get(from('::ffff:127.0.0.1'), local)).status).toBe(200)
    expect((await get(from('::1'), { Host: '[::1]:4000' })).status).toBe(200)
    expect((await get(from('192.0.2.1'), local)).status).toBe(403)
    expect((await get(server, { ...local, [name]: value })).status).toBe(403)
  },
)

it('have at most 20 families, and labels without paths, ids, addresses and names', async () => {
  await using server = await startTestServer({ metrics: BY_TOKEN, limits: { requestsPer10Seconds: 0 } })
  const call = await asAdmin(server)
  await login(server, { email: 'someone@example.com', password: 'not the password' })
  for (const { method, path } of Object.values(operations)) await call(method, path.replace('{id}', '987654'))
  for (const path of ['/', '/users/987654', '/someone@example.com', '/media/x', '/health/live'])
    await server.fetch(new Request(server.baseUrl + path))
  const text = await scrape(server)
  const families = text.match(/^# TYPE/gm) ?? []
  expect(families.length).toBeLessThanOrEqual(20)
  const values = [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => ({ label, value }))
  expect(new Set(values.map(({ label }) => label))).toEqual(new Set(['operation', 'status', 'le', 'limit', 'quantile']))
  const operationIds = values.filter(({ label }) => label === 'operation').map(({ value }) => value)
  expect(new Set(operationIds)).toEqual(new Set([...Object.keys(operations), 'other']))
  expect(values.filter(({ value }) => !/^(?:[a-z +]+|[A-Za-z]+|\d{3}|[\d.]{1,5}|\+Inf)$/.test(value))).toEqual([])
})

onEachEngine(({ start }) => {
  it('count failed sign-ins, limits and waiting mail', async () => {
    await using server = await start({ metrics: BY_TOKEN, limits: { requestsPer10Seconds: 1 } })
    const call = await asAdmin(server)
    await call('GET', '/api/admin/get-settings')
    await call('GET', '/api/admin/get-settings')
    for (let count = 0; count < 3; count += 1) await login(server, { ...server.admin, password: 'a wrong password' })
    await forgotPassword(server, server.admin.email)
    server.advance(2 * MINUTE)
    const text = await scrape(server)
    expect(valueOf(text, 'rapport_http_request_duration_seconds_count{operation="login",status="200"}')).toBe(1)
    expect(valueOf(text, 'rapport_http_request_duration_seconds_count{operation="getSettings",status="429"}')).toBe(1)
    expect(valueOf(text, 'rapport_sign_ins_failed_total')).toBe(3)
    expect(valueOf(text, 'rapport_limits_hit_total{limit="session requests"}')).toBe(1)
    expect(valueOf(text, 'rapport_outbox_age_seconds')).toBe((2 * MINUTE) / SECOND)
    expect(valueOf(text, 'rapport_last_backup_timestamp_seconds')).toBe(1_700_000_000)
    expect(valueOf(text, 'rapport_database_bytes')).toBeGreaterThan(10_000)
    const { count } = await server.database.db
      .selectFrom('audit_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(valueOf(text, 'rapport_audit_rows')).toBe(count)
  })

  it('count the searches that wait and that were refused', async () => {
    await using server = await start({ metrics: BY_TOKEN })
    const { longReads } = server.database
    const busy = Promise.withResolvers<void>()
    const reads = Array.from({ length: 15 }, () => longReads.run(() => busy.promise, { userId: 1 }))
    const ended = Promise.allSettled(reads)
    const text = await scrape(server)
    busy.resolve()
    await ended
    expect(valueOf(text, 'rapport_searches_waiting')).toBe(12 - 4)
    expect(valueOf(text, 'rapport_searches_refused_total')).toBe(15 - 12)
    expect(valueOf(await scrape(server), 'rapport_searches_waiting')).toBe(0)
  })
})

it('measure the files of the embedded database', async () => {
  const database = await openSqlite(join(temporaryFolder(), 'rapport.db'))
  onTestFinished(() => database.close())
  const { auditRows, oldestMailAt } = await migrate(database).then(() => readDatabaseFigures(database))
  expect({ auditRows, oldestMailAt }).toEqual({ auditRows: 0, oldestMailAt: undefined })
  const { walBytes = 0, databaseBytes } = await readDatabaseFigures(database)
  expect(Math.min(walBytes, databaseBytes)).toBeGreaterThan(10_000)
})
