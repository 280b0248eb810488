import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { login } from '#server/testing/call.ts'
import { startTestServer } from '#server/testing/start.ts'

const ATTEMPTS = 60
const PLACES_PER_CUSTOMER = 16

it('does not count a sign-in that the server fails to finish', async () => {
  await using server = await startTestServer()
  const { db } = server.database
  const loginStatus = async () => (await login(server, server.admin)).status
  await sql`create trigger no_room before insert on sessions begin select raise(abort, 'no room'); end`.execute(db)
  // One attempt more than an account's limit.
  for (let count = 0; count < 6; count += 1) expect(await loginStatus()).toBe(500)
  await sql`drop trigger no_room`.execute(db)
  expect(await loginStatus()).toBe(200)
})

it('lets an admin sign in while one customer of a provider tries 60 wrong passwords at once, each from another network', async () => {
  await using server = await startTestServer()
  const { email, password } = server.admin
  const loginStatus = async (address: string, enteredPassword: string) =>
    (await login(server.from(address), { email, password: enteredPassword })).status
  const wrongAttempts = Array.from({ length: ATTEMPTS }, (_, network) =>
    loginStatus(`2001:db8:1:${network}::1`, 'a wrong password'),
  )
  expect(await loginStatus('192.0.2.9', password)).toBe(200)
  expect((await Promise.all(wrongAttempts)).filter((status) => status === 429)).toHaveLength(
    ATTEMPTS - PLACES_PER_CUSTOMER,
  )
})
