import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withToken } from '#server/testing/call.ts'
import { startTestServer } from '#server/testing/start.ts'

it('a sign-in that the server fails to finish does not count against who tries', async () => {
  await using server = await startTestServer()
  const { db } = server.database
  const { email, password } = server.admin
  const signIn = async () => {
    return (await withToken(server, undefined)('POST', '/api/admin/login', { email, password })).status
  }
  for (const table of ['sessions', 'known_addresses']) {
    const name = sql.table(table)
    await sql`create trigger no_room before insert on ${name} begin select raise(abort, 'no room'); end`.execute(db)
    for (let count = 0; count < 6; count += 1) expect(await signIn()).toBe(500)
    await sql`drop trigger no_room`.execute(db)
    expect(await signIn()).toBe(200)
    await db.deleteFrom('known_addresses').execute()
  }
})
