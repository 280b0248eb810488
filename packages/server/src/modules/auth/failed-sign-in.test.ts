import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { login } from '#server/testing/call.ts'
import { startTestServer } from '#server/testing/start.ts'

it('does not count a sign-in that the server fails to finish', async () => {
  await using server = await startTestServer()
  const { db } = server.database
  const signIn = async () => (await login(server, server.admin)).status
  await sql`create trigger no_room before insert on sessions begin select raise(abort, 'no room'); end`.execute(db)
  for (let count = 0; count < 6; count += 1) expect(await signIn()).toBe(500)
  await sql`drop trigger no_room`.execute(db)
  expect(await signIn()).toBe(200)
})

it('lets an admin sign in while one customer of a provider tries 60 wrong passwords at once, each from another network', async () => {
  await using server = await startTestServer()
  const { email, password } = server.admin
  const signIn = async (address: string, enteredPassword: string) =>
    (await login(server.from(address), { email, password: enteredPassword })).status
  const wrongAttempts = Array.from({ length: 60 }, (_, network) =>
    signIn(`2001:db8:1:${network}::1`, 'a wrong password'),
  )
  expect(await signIn('192.0.2.9', password)).toBe(200)
  expect((await Promise.all(wrongAttempts)).filter((status) => status === 429)).toHaveLength(60 - 16)
})
