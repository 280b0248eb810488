import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { User } from '@rapport/core/entities/users/user.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { demoBatches, insertPeople } from '#server/db/demo/demo.ts'
import { streamEnvelope } from '#server/http/contract/streamed-response.ts'
import { asAdmin } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

/** More users than the buffers of a connection hold. */
const MANY = 30_000

async function addMany({ database }: TestServer): Promise<void> {
  await database.transaction(async (trx) => {
    for (const people of demoBatches(MANY, new Date())) await insertPeople(trx, people)
  })
}

/** Requests all users, or another list, over a real connection, and returns before reading the body. */
async function ask(origin: string, token: string, path = '/api/admin/users'): Promise<IncomingMessage> {
  const request = get(`${origin}${path}`, { agent: false, headers: { Authorization: `Bearer ${token}` } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

onEachEngine(({ it, start }) => {
  it('sends all users to a slow reader, while others write', { timeout: 60_000 }, async ({ server }) => {
    await addMany(server)
    const origin = await server.listen()
    const response = await ask(origin, await server.signIn())
    response.pause()
    const call = await asAdmin(server)
    // The list keeps no transaction open, so a slow reader blocks no writer.
    const lastUser = await server.addUser()
    expect((await call('DELETE', `/api/admin/users/${lastUser.id}`)).status).toBe(200)
    const body = JSON.parse((await buffer(response)).toString()) as { code: number; data: { users: User[] } }
    expect(Object.keys(body)).toEqual(['code', 'message', 'data'])
    expect(body.code).toBe(200)
    expect(Object.keys(body.data)).toEqual(['users'])
    const ids = body.data.users.map(({ id }) => Number(id))
    expect(ids).toHaveLength(MANY + 1)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(Object.keys(body.data.users[0] ?? {}).toSorted()).toEqual(
      // oxfmt-ignore
      ['age', 'created_at', 'email', 'first_name', 'gender', 'id', 'joined_date', 'last_name', 'profile_completed', 'profile_image', 'role', 'status'],
    )
  })

  it('sends the file of an admin who did much to a reader of 10 Mbit/s', { timeout: 90_000 }, async ({ server }) => {
    const { admin, database } = server
    const ids = sql.join(
      Array.from({ length: 500 }, (_, index) => sql`select ${sql.lit(index)} as n`),
      sql` union all `,
    )
    await sql`insert into audit_events (at, event, actor, actor_id)
      select 0, 'sign_out', 'admin', ${sql.lit(admin.id)} from (${ids}) as a, (${ids}) as b`.execute(database.db)
    if (database.engine === 'postgres') await sql`analyze audit_events`.execute(database.db)
    const response = await ask(await server.listen(), await server.signIn(), `/api/admin/users/${admin.id}/file`)
    response.pause()
    await delay(31_000)
    const { data }: { data: { events: unknown[] } } = JSON.parse((await buffer(response)).toString())
    expect(data.events.length).toBeGreaterThan(500 * 500)
  })

  it('breaks the connection when the database fails in the middle of the list', { timeout: 60_000 }, async () => {
    const lines: string[] = []
    await using server = await start({ onLogLine: (line) => lines.push(line) })
    await addMany(server)
    const response = await ask(await server.listen(), await server.signIn())
    response.pause()
    await sql`alter table users rename to gone`.execute(server.database.db)
    await expect(buffer(response)).rejects.toThrow('aborted')
    expect(lines.join('')).toMatch(/"path":"\/api\/admin\/users".*request broken off/)
  })

  it('reports a failure in the envelope when nothing has been sent yet', async ({ server, call }) => {
    await sql`alter table users rename column age to years`.execute(server.database.db)
    expect(await call('GET', '/api/admin/users')).toMatchObject({ status: 500, body: { code: 500, data: null } })
  })
})

it('stops reading when the client leaves', { timeout: 60_000 }, async () => {
  const broken = Promise.withResolvers<string>()
  const onLogLine = (line: string) => {
    if (line.includes('request broken off')) broken.resolve(line)
  }
  await using server = await startTestServer({ onLogLine })
  await addMany(server)
  const response = await ask(await server.listen(), await server.signIn())
  response.destroy()
  expect(JSON.parse(await broken.promise)).toMatchObject({ path: '/api/admin/users' })
})

it('reads no more than the client accepts, and ends its query when the client leaves', async () => {
  let chunkCount = 0
  let isEnded = false
  async function* endless() {
    try {
      for (;;) {
        chunkCount += 1
        yield [{ text: 'x'.repeat(20_000) }]
      }
    } finally {
      isEnded = true
    }
  }
  const stream = await streamEnvelope({
    message: 'x',
    listName: 'users',
    chunks: endless(),
    readOtherFields: () => ({}),
  })
  await once(stream, 'readable')
  stream.read()
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(chunkCount).toBeLessThan(20)
  stream.destroy()
  await expect.poll(() => isEnded).toBe(true)
})
