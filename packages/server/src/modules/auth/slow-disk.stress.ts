import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestServer } from '#server/testing/start.ts'

it('serves other requests between the writes of many sign-ins on a slow disk', async () => {
  await using server = await startTestServer()
  const { email, password } = server.admin
  // Each sign-in writes to the audit log once, which now takes about 30 ms.
  await sql`create trigger slow after insert on audit_events
    begin select length(hex(randomblob(8000000))); end`.execute(server.database.db)
  const origin = await server.listen()
  const measureTime = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const signIn = () =>
    fetch(`${origin}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  await signIn()
  const writeMs = await measureTime(signIn)
  const over = new AbortController()
  const loop = async () => {
    while (!over.signal.aborted) await signIn()
  }
  const loops = Array.from({ length: 20 }, loop)
  const waits: number[] = []
  for (let count = 0; count < 20; count += 1) waits.push(await measureTime(() => fetch(`${origin}/health/live`)))
  over.abort()
  await Promise.all(loops)
  expect(Math.max(...waits)).toBeLessThan(8 * writeMs)
})
