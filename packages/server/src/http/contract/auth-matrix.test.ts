import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { operations } from '@rapport/core/api/operations.ts'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '#server/domain/time.ts'
import { hashToken, newToken } from '#server/security/token.ts'
import { withToken } from '#server/testing/call.ts'
import { responseProblem, type ContractOperation, contractOperations } from '#server/testing/contract/contract.ts'
import { isFile, validValues } from '#server/testing/contract/schema-values.ts'
import { databaseDigest } from '#server/testing/database/database-digest.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { obtainResetToken } from '#server/testing/password-reset.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'

/** A valid request except for its credentials. */
interface Attempt {
  authorization?: string
  query?: string
  headers?: Record<string, string>
}

const guarded = contractOperations.filter(({ security }) => security !== 'none')

let admins = 0

/** Adds an admin, one for each kind of token, since ending one must not end another. */
async function newAdmin(server: TestServer) {
  admins += 1
  return server.addAdmin({ email: `admin${admins}@example.com` })
}

const live = async (server: TestServer) => server.signIn(await newAdmin(server))
const freshReset = async (server: TestServer) => obtainResetToken(server, (await newAdmin(server)).email)

async function createApiToken(server: TestServer, scope: string): Promise<string> {
  const call = withToken(server, await live(server))
  const input = { name: 'CI', scopes: [scope], expires_in_days: 1 }
  return (await call<{ secret: string }>('POST', '/api/admin/tokens', input)).body.data.secret
}

type Make = (server: TestServer) => Promise<Attempt>

const INVALID_CREDENTIALS: Record<string, Make> = {
  'the session of an admin whose password was taken away': async (server) => {
    const { id, email, password } = await newAdmin(server)
    const token = await server.signIn({ email, password })
    await server.database.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    return { authorization: `Bearer ${token}` }
  },
  'a session of a user of the app, which no call makes': async (server) => {
    const { id } = await server.addUser({ email: 'pro@example.com', role: 'admin' })
    const token = newToken()
    const now = server.clock().getTime()
    const times = { created_at: now, last_used_at: now, expires_at: now + HOUR }
    const row = { token_hash: hashToken(token), user_id: Number(id), ...times }
    await server.database.db.insertInto('sessions').values(row).execute()
    return { authorization: `Bearer ${token}` }
  },
  'no token': async () => ({}),
  'a malformed token': async () => ({ authorization: 'Bearer not-a-token' }),
  'a random token': async () => ({ authorization: `Bearer ${newToken()}` }),
  'another scheme': async (server) => ({ authorization: `Basic ${await live(server)}` }),
  'no scheme': async (server) => ({ authorization: await live(server) }),
  'a token in capitals': async (server) => ({ authorization: `Bearer ${(await live(server)).toUpperCase()}` }),
  'what is kept of a token': async (server) => ({ authorization: `Bearer ${hashToken(await live(server))}` }),
  'a token in the address': async (server) => {
    const token = await live(server)
    return { query: `?token=${token}&access_token=${token}&authToken=${token}` }
  },
  'a token in a cookie or in headers of other people': async (server) => {
    const token = await live(server)
    return {
      headers: { Cookie: `authToken=${token}`, 'X-Auth-Token': token, 'Proxy-Authorization': `Bearer ${token}` },
    }
  },
}

/** Creates a request with a valid body for an existing record. */
function request(server: TestServer, operation: ContractOperation, { authorization, query = '', headers }: Attempt) {
  const { method, path, body } = operation
  const requestHeaders = new Headers({
    ...headers,
    ...(authorization !== undefined && { Authorization: authorization }),
  })
  const [value] = body ? fc.sample(validValues(body.schema), { numRuns: 1, seed: 1 }) : []
  const init: RequestInit = { method, headers: requestHeaders }
  if (body?.isForm === true) {
    const form = new FormData()
    for (const [name, fieldValue] of Object.entries(value as object)) {
      form.set(name, isFile(fieldValue) ? new Blob([new Uint8Array(fieldValue.file)]) : String(fieldValue))
    }
    init.body = form
  } else if (body) {
    requestHeaders.set('Content-Type', 'application/json')
    init.body = JSON.stringify(value)
  }
  return new Request(`${server.baseUrl}${path.replace('{id}', '1')}${query}`, init)
}

/** Sends the headers and one byte of the body, and after `interrupt` the rest. Resolves with the status. */
async function sendSlowly(
  origin: string,
  { method, url, headers: requestHeaders, body: stream }: Request,
  interrupt: () => Promise<void>,
): Promise<number> {
  const body = await buffer(stream ?? Readable.from([]))
  const headers = { ...Object.fromEntries(requestHeaders), 'Content-Length': body.length, Expect: '100-continue' }
  const outgoing = send(origin + new URL(url).pathname, { method, headers, agent: false })
  const response = once(outgoing, 'response')
  outgoing.write(body.subarray(0, 1))
  await once(outgoing, 'continue')
  // After this time the guard has checked the token.
  await setTimeout(30)
  await interrupt()
  outgoing.end(body.subarray(1))
  const [{ statusCode }]: [IncomingMessage] = (await response) as [IncomingMessage]
  return statusCode ?? 0
}

onEachEngine(({ start }) => {
  describe('every operation that takes a token', () => {
    let server: TestServer
    beforeAll(async () => {
      server = await start({ demo: 3 })
      return () => server.close()
    })

    it.each(Object.entries(INVALID_CREDENTIALS))('refuses %s, and changes nothing', async (_, make) => {
      const attempt = await make(server)
      const digestBefore = await databaseDigest(server.database)
      for (const operation of guarded) {
        const response = await server.fetch(request(server, operation, attempt))
        const body: unknown = await response.json()
        expect({ operation: operation.id, status: response.status }).toEqual({ operation: operation.id, status: 401 })
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
        expect(responseProblem(operation.id, response.status, body)).toBeUndefined()
      }
      expect(await databaseDigest(server.database)).toBe(digestBefore)
    })

    it('refuses a token of another kind', async () => {
      const tokens = { session: await live(server), reset: await freshReset(server) }
      const digestBefore = await databaseDigest(server.database)
      for (const operation of guarded) {
        const authorization = `Bearer ${operation.security === 'reset' ? tokens.session : tokens.reset}`
        const { status } = await server.fetch(request(server, operation, { authorization }))
        expect({ operation: operation.id, status }).toEqual({ operation: operation.id, status: 401 })
      }
      expect(await databaseDigest(server.database)).toBe(digestBefore)
    })

    it('refuses a body if the session or token has ended since its headers', async () => {
      const origin = await server.listen()
      const { db } = server.database
      for (const operation of guarded.filter(({ body, security }) => body && security === 'session')) {
        const scope = operations[operation.id].scopes?.find((candidate) => candidate !== 'read')
        for (const isExpiring of [false, true]) {
          const tokens = [await live(server), ...(scope ? [await createApiToken(server, scope)] : [])]
          for (const token of tokens) {
            const guardedRequest = request(server, operation, { authorization: `Bearer ${token}` })
            const status = await sendSlowly(origin, guardedRequest, async () => {
              for (const table of ['sessions', 'machine_tokens'] as const) {
                const ended = db.deleteFrom(table).where('token_hash', '=', hashToken(token))
                const expired = db.updateTable(table).set({ expires_at: 1 }).where('token_hash', '=', hashToken(token))
                await (isExpiring ? expired : ended).execute()
              }
            })
            expect({ operation: operation.id, isExpiring, isRefused: status >= 400 }).toEqual({
              operation: operation.id,
              isExpiring,
              isRefused: true,
            })
          }
        }
      }
    })

    it.each(['read', 'catalogue', 'users'] as const)(
      'accepts a token with the scope %s where the contract allows it',
      async (scope) => {
        for (const operation of guarded) {
          const secret = await createApiToken(server, scope)
          const response = await server.fetch(request(server, operation, { authorization: `Bearer ${secret}` }))
          const isAllowed = operations[operation.id].scopes?.includes(scope) ?? false
          const { status, body } = { status: response.status, body: (await response.json()) as { reason?: string } }
          // The record may be one that no token can delete, which is a 403 without this reason.
          const isOpen = status !== 401 && body.reason !== 'missing_scope'
          expect({ operation: operation.id, isOpen }).toEqual({ operation: operation.id, isOpen: isAllowed })
          if (isAllowed || operation.security === 'reset') continue
          expect({ status, body }).toMatchObject({ status: 403, body: { reason: 'missing_scope' } })
        }
      },
    )

    it('accepts the right token, in the same requests', async () => {
      for (const operation of guarded) {
        const token = await (operation.security === 'reset' ? freshReset(server) : live(server))
        const { status } = await server.fetch(request(server, operation, { authorization: `Bearer ${token}` }))
        expect([401, 403]).not.toContain(status)
      }
    })
  })
})

it('has only the routes of the contract and the public ones', async () => {
  await using server = await startTestServer()
  const contract = Object.values(operations).map(({ method, path }) => `${method} ${path.replace('{id}', ':id')}`)
  const open = ['/health/live', '/health/ready', '*'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`])
  const image = '/media/:sha256([0-9a-f]{64})'
  const media = [`${image}.:extension(png|jpg)`, `${image}.preview.:extension(png|jpg)`]
  expect(server.routes().toSorted()).toEqual(
    [...contract, ...open, ...media.flatMap((path) => [`GET ${path}`, `HEAD ${path}`])].toSorted(),
  )
})
