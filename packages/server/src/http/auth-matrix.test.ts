import { operations } from '@rapport/core/api/operations.ts'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashToken, newToken } from '#server/security/token.ts'
import { withToken } from '#server/testing/call.ts'
import { answerProblem, type ContractOperation, contractOperations } from '#server/testing/contract/contract.ts'
import { databaseDigest } from '#server/testing/database/database-digest.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { obtainResetToken, resetPassword } from '#server/testing/reset.ts'
import { isFile, validValues } from '#server/testing/contract/schema-values.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import { HOUR, MINUTE, SECOND, stoppedClock } from '#server/testing/stopped-clock.ts'

/** A request as it should be, but for who sends it. */
interface Attempt {
  authorization?: string
  query?: string
  headers?: Record<string, string>
}

interface World {
  server: TestServer
  pass: (ms: number) => void
}

const guarded = contractOperations.filter(({ security }) => security !== 'none')
const SETTINGS = '/api/admin/get-settings'
const NEW = 'a quite new passphrase'

let admins = 0

/** An admin for each kind of token: what ends one must not end another. */
async function newAdmin({ server }: World) {
  admins += 1
  return server.addAdmin({ email: `admin${admins}@example.com` })
}

async function sessionOfNewAdmin(world: World) {
  const admin = await newAdmin(world)
  return { admin, token: await world.server.signIn(admin) }
}

const sessionOf = (change: object) => async (world: World) => {
  const { admin, token } = await sessionOfNewAdmin(world)
  await world.server.database.db.updateTable('users').set(change).where('id', '=', admin.id).execute()
  return { authorization: `Bearer ${token}` }
}

async function live(world: World): Promise<string> {
  return (await sessionOfNewAdmin(world)).token
}

async function freshReset(world: World): Promise<string> {
  const { email } = await newAdmin(world)
  return obtainResetToken(world.server, email)
}

async function machineToken(world: World, scope: string): Promise<string> {
  const call = withToken(world.server, await live(world))
  const input = { name: 'CI', scopes: [scope], expires_in_days: 1 }
  return (await call<{ secret: string }>('POST', '/api/admin/tokens', input)).body.data.secret
}

type Make = (world: World) => Promise<Attempt>

/** What opens nothing any more after some time, which passes for all others as well. */
const EXPIRED: Record<string, Make> = {
  'a session idle for too long': async (world) => {
    const token = await live(world)
    world.pass(HOUR + SECOND)
    return { authorization: `Bearer ${token}` }
  },
  'a reset token that is too old': async (world) => {
    const token = await freshReset(world)
    world.pass(10 * MINUTE + SECOND)
    return { authorization: `Bearer ${token}` }
  },
  'a session that is too old, used all the while': async (world) => {
    const token = await live(world)
    for (let halves = 0; halves < 24; halves += 1) {
      world.pass(HOUR / 2)
      await withToken(world.server, token)('GET', SETTINGS)
    }
    return { authorization: `Bearer ${token}` }
  },
}

/** What opens nothing. */
const WORTHLESS: Record<string, Make> = {
  'a token of a machine that was revoked': async (world) => {
    const call = withToken(world.server, await live(world))
    const input = { name: 'CI', scopes: ['read'], expires_in_days: 1 }
    const created = await call<{ secret: string; token: { id: number } }>('POST', '/api/admin/tokens', input)
    await call('DELETE', `/api/admin/tokens/${created.body.data.token.id}`)
    return { authorization: `Bearer ${created.body.data.secret}` }
  },
  'a reset token that was used': async (world) => {
    const token = await freshReset(world)
    await resetPassword(world.server, token, NEW)
    return { authorization: `Bearer ${token}` }
  },
  'a session signed out': async (world) => {
    const token = await live(world)
    await withToken(world.server, token)('POST', '/api/admin/logout')
    return { authorization: `Bearer ${token}` }
  },
  'a session ended by a new password in the profile': async (world) => {
    const { admin, token } = await sessionOfNewAdmin(world)
    const profile = { email: admin.email, first_name: 'Ada', last_name: 'Admin', password: NEW }
    await withToken(world.server, await world.server.signIn(admin))('POST', '/api/admin/update-settings', profile)
    return { authorization: `Bearer ${token}` }
  },
  'a session ended by a reset': async (world) => {
    const { admin, token } = await sessionOfNewAdmin(world)
    await resetPassword(world.server, await obtainResetToken(world.server, admin.email), NEW)
    return { authorization: `Bearer ${token}` }
  },
  'the session of a deleted admin': async (world) => {
    const { admin, token } = await sessionOfNewAdmin(world)
    await world.server.database.db.deleteFrom('users').where('id', '=', admin.id).execute()
    return { authorization: `Bearer ${token}` }
  },
  'the session of a demoted admin': sessionOf({ role: 'user' }),
  'the session of a suspended admin': sessionOf({ status: 'suspended' }),
  'the session of an admin whose password was taken away': sessionOf({ password_hash: null }),
  'a session of a user of the app, which no call makes': async ({ server }) => {
    const { id } = await server.addUser({ email: 'pro@example.com', role: 'admin' })
    const token = newToken()
    const now = Date.now()
    const times = { created_at: now, last_used_at: now + 1e12, expires_at: now + 1e12 }
    const row = { token_hash: hashToken(token), user_id: Number(id), ...times }
    await server.database.db.insertInto('sessions').values(row).execute()
    return { authorization: `Bearer ${token}` }
  },
  'no token': async () => ({}),
  'a malformed token': async () => ({ authorization: 'Bearer not-a-token' }),
  'a random token': async () => ({ authorization: `Bearer ${newToken()}` }),
  'another scheme': async (world) => ({ authorization: `Basic ${await live(world)}` }),
  'no scheme': async (world) => ({ authorization: await live(world) }),
  'a token in capitals': async (world) => ({ authorization: `Bearer ${(await live(world)).toUpperCase()}` }),
  'what is kept of a token': async (world) => ({ authorization: `Bearer ${hashToken(await live(world))}` }),
  'a token in the address': async (world) => {
    const token = await live(world)
    return { query: `?token=${token}&access_token=${token}&authToken=${token}` }
  },
  'a token in a cookie or in headers of other people': async (world) => {
    const token = await live(world)
    return {
      headers: { Cookie: `authToken=${token}`, 'X-Auth-Token': token, 'Proxy-Authorization': `Bearer ${token}` },
    }
  },
}

/** What is good elsewhere, by what it is not good for. */
const MISPLACED: Record<'session' | 'reset', (world: World) => Promise<string>> = { session: freshReset, reset: live }

/** With a body that would be taken, for a record that there is. */
function request(server: TestServer, operation: ContractOperation, { authorization, query = '', headers }: Attempt) {
  const { method, path, body } = operation
  const sent = new Headers({ ...headers, ...(authorization !== undefined && { Authorization: authorization }) })
  const [value] = body ? fc.sample(validValues(body.schema), { numRuns: 1, seed: 1 }) : []
  const init: RequestInit = { method, headers: sent }
  if (body?.isForm === true) {
    const form = new FormData()
    for (const [name, one] of Object.entries(value as object)) {
      form.set(name, isFile(one) ? new Blob([new Uint8Array(one.file)]) : String(one))
    }
    init.body = form
  } else if (body) {
    sent.set('Content-Type', 'application/json')
    init.body = JSON.stringify(value)
  }
  return new Request(`${server.baseUrl}${path.replace('{id}', '1')}${query}`, init)
}

onEachEngine((start) => {
  async function newWorld(): Promise<World> {
    const { clock, pass } = stoppedClock()
    return { server: await start({ clock, demo: 3 }), pass }
  }

  async function expectRefusals({ server }: World, attempt: Attempt): Promise<void> {
    const before = await databaseDigest(server.database)
    for (const operation of guarded) {
      const response = await server.fetch(request(server, operation, attempt))
      const answer = await response.json()
      expect({ operation: operation.id, status: response.status }).toEqual({ operation: operation.id, status: 401 })
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(answerProblem(operation.id, response.status, answer)).toBeUndefined()
    }
    expect(await databaseDigest(server.database)).toBe(before)
  }

  describe('every operation that takes a token', () => {
    let world: World
    beforeAll(async () => {
      world = await newWorld()
      return () => world.server.close()
    })

    it.each(Object.entries(EXPIRED))('refuses %s, and nothing has happened', async (_, make) => {
      expect.hasAssertions()
      const own = await newWorld()
      await using server = own.server
      await expectRefusals({ ...own, server }, await make(own))
    })

    it.each(Object.entries(WORTHLESS))('refuses %s, and nothing has happened', async (_, make) => {
      expect.hasAssertions()
      await expectRefusals(world, await make(world))
    })

    it('refuses the kind of token that is good for others', async () => {
      const { server } = world
      const tokens = { session: await MISPLACED.session(world), reset: await MISPLACED.reset(world) }
      const before = await databaseDigest(server.database)
      for (const operation of guarded) {
        const authorization = `Bearer ${operation.security === 'reset' ? tokens.reset : tokens.session}`
        const { status } = await server.fetch(request(server, operation, { authorization }))
        expect({ operation: operation.id, status }).toEqual({ operation: operation.id, status: 401 })
      }
      expect(await databaseDigest(server.database)).toBe(before)
    })

    it.each(['read', 'catalogue', 'users'] as const)(
      'takes a token with the scope %s where the contract says',
      async (scope) => {
        const { server } = world
        for (const operation of guarded) {
          const secret = await machineToken(world, scope)
          const response = await server.fetch(request(server, operation, { authorization: `Bearer ${secret}` }))
          const isAllowed = operations[operation.id].scopes?.includes(scope) ?? false
          const isOpen = operation.security === 'session' ? ![401, 403].includes(response.status) : false
          expect({ operation: operation.id, isOpen }).toEqual({ operation: operation.id, isOpen: isAllowed })
          if (isAllowed || operation.security === 'reset') continue
          expect({ status: response.status, body: await response.json() }).toMatchObject({
            status: 403,
            body: { reason: 'missing_scope' },
          })
        }
      },
    )

    it('takes the right one, in the very same requests', async () => {
      const { server } = world
      for (const operation of guarded) {
        const token = await (operation.security === 'reset' ? freshReset(world) : live(world))
        const { status } = await server.fetch(request(server, operation, { authorization: `Bearer ${token}` }))
        expect([401, 403]).not.toContain(status)
      }
    })
  })
})

it('has no route but those of the contract, and what is open to all', async () => {
  await using server = await startTestServer()
  const contract = Object.values(operations).map(({ method, path }) => `${method} ${path.replace('{id}', ':id')}`)
  const open = ['/health/live', '/health/ready', '*'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`])
  const image = '/media/:sha256([0-9a-f]{64})'
  const media = [`${image}.:extension(png|jpg)`, `${image}.preview.:extension(png|jpg)`]
  expect(server.routes().toSorted()).toEqual(
    [...contract, ...open, ...media.flatMap((path) => [`GET ${path}`, `HEAD ${path}`])].toSorted(),
  )
})
