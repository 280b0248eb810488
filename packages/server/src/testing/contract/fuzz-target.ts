import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { HOUR, MINUTE, SECOND } from '#server/domain/time.ts'
import { hashToken, newToken } from '#server/security/token.ts'
import { rowCounts, tablesOf } from '../database/database-digest.ts'
import { rawHttpClient, type RawResponse, type RawRequest } from '../network/raw-http-client.ts'
import { rounds } from '../rounds.ts'
import type { TestServer, TestServerOptions } from '../start.ts'
import { stoppedClock } from '../stopped-clock.ts'
import { type Expectation, expectationOf } from './contract-expectation.ts'
import { FORM_TYPE, formBytes, type FuzzRequest } from './contract-requests.ts'
import { responseProblem, type ContractOperation, contractOperations } from './contract.ts'

/** The most milliseconds for which one request may block the event loop. */
const MAX_BLOCKED_MS = 100

const NON_RECORD_TABLES = new Set(
  'sessions outbox password_resets images trash_items event_reasons erasures used_challenges'.split(' '),
)

/** Tables that triggers keep for searching and counting users. */
const DERIVED = /^user_(?:trigram|texts|counts|version)/

/** Statuses of a request that violates the contract. */
const MALFORMED = new Set([400, 413, 415])

/** Operations that mail the owner of an account about refused guesses. */
const MAILS_OWNER = new Set(['login', 'verifyTwoFactor', 'confirmIdentity'])

const MIN_USERS = 20

/**
 * The seed of all random choices; `RAPPORT_FUZZ_SEED` repeats a run. It is fixed for the check of a commit, which must not fail
 * for a fault that only a rare seed finds; only long runs vary it.
 */
export const FUZZ_SEED = Number(process.env['RAPPORT_FUZZ_SEED'] ?? (rounds(1) > 1 ? randomInt(2 ** 31) : 1))

export type FuzzTarget = Awaited<ReturnType<typeof fuzzTarget>>

/** Starts a server for fuzzing, and checks after each request what must always hold. */
export async function fuzzTarget(start: (options: TestServerOptions) => Promise<TestServer>) {
  const server = await start({ clock: stoppedClock, demo: 40, trustedProxies: ['127.0.0.1'] })
  const { send, ...client } = rawHttpClient(await server.listen())
  const { db } = server.database
  const tables = await tablesOf(server.database)
  const entities = tables.filter((table) => !NON_RECORD_TABLES.has(table) && !DERIVED.test(table))
  const ids = new Map<string, string[]>()
  let token = ''

  /** Creates a session without signing in, since fuzzed requests may end it. */
  async function sessionToken(): Promise<string> {
    const now = server.clock().getTime()
    const row = await db
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashToken(token))
      .where('last_used_at', '>', now - HOUR / 2)
      .where('expires_at', '>', now + HOUR)
      .executeTakeFirst()
    if (row) return token
    token = newToken()
    const times = { created_at: now, last_used_at: now, expires_at: now + 12 * HOUR }
    await db
      .insertInto('sessions')
      .values({ token_hash: hashToken(token), user_id: server.admin.id, ...times })
      .execute()
    return token
  }

  async function resetToken(): Promise<string> {
    const reset = newToken()
    const now = server.clock().getTime()
    const values = {
      requested_at: now,
      code_expires_at: now,
      token_hash: hashToken(reset),
      token_expires_at: now + 10 * MINUTE,
    }
    await db
      .insertInto('password_resets')
      .values({ user_id: server.admin.id, asked_from: '', ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'asked_from']).doUpdateSet(values))
      .execute()
    return reset
  }

  async function authorization({ security }: ContractOperation, kind: FuzzRequest['token']) {
    if (kind === 'none') return {}
    if (kind === 'wrong') return { Authorization: `Bearer ${newToken()}` }
    return { Authorization: `Bearer ${security === 'reset' ? await resetToken() : await sessionToken()}` }
  }

  /** Reads who can sign in as what, which no operation may change. */
  async function privileges(): Promise<string> {
    const { rows } = await sql`select id, role, status from users where password_hash is not null order by id`.execute(
      db,
    )
    return JSON.stringify(rows)
  }

  async function readExistingIds(): Promise<void> {
    const headers = { Authorization: `Bearer ${await sessionToken()}` }
    for (const { method, path, tag, query, body } of contractOperations) {
      if (method !== 'GET' || body !== undefined || (path.includes('{') && query)) continue
      const response = await send({ method, path, headers })
      ids.set(
        tag,
        [...response.body.matchAll(/\{"id":(\d+)/g)].map(([, id = '']) => id),
      )
    }
    for (let count = ids.get('users')?.length ?? 0; count < MIN_USERS; count += 1) await server.addUser({})
  }

  async function prepareRequest(operation: ContractOperation, request: FuzzRequest): Promise<RawRequest> {
    // Otherwise limits would refuse most requests.
    server.advance(20 * SECOND)
    const headers = {
      'X-Forwarded-For': request.address,
      ...contentTypeOf(request),
      ...printableHeaders(request.headers),
      ...(await authorization(operation, request.token)),
    }
    return { ...rawRequest(operation, request), headers }
  }

  /** Sends a request and returns everything that is wrong with its result. */
  async function attempt(operation: ContractOperation, request: FuzzRequest): Promise<string[]> {
    const preparedRequest = await prepareRequest(operation, request)
    const before = { counts: await rowCounts(server.database, tables), privileges: await privileges() }
    const usageBefore = process.threadCpuUsage()
    const response = await send(preparedRequest)
    const { user, system } = process.threadCpuUsage(usageBefore)
    const busyMs = (user + system) / 1000
    const after = { counts: await rowCounts(server.database, tables), privileges: await privileges() }
    return [
      ...responseProblems(operation, request, response),
      ...countProblems(operation, response, entities, before.counts, after.counts),
      ...(before.privileges === after.privileges ? [] : [`${before.privileges} became ${after.privileges}`]),
      // Counts this thread's time only, since other programs delay the event loop too.
      ...(busyMs > MAX_BLOCKED_MS ? [`kept the server busy for ${Math.round(busyMs)} ms`] : []),
    ]
  }

  return {
    server,
    attempt,
    readExistingIds,
    idsOf: (tag: string): readonly string[] => ids.get(tag) ?? [],
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]()
      await server.close()
    },
  }
}

function rawRequest({ method, path }: ContractOperation, { id, query, body }: FuzzRequest) {
  const pairs = query.map((pair) => pair.map(percentEncoded).join('='))
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  const bytes =
    body.kind === 'json'
      ? JSON.stringify(body.value)
      : body.kind === 'form'
        ? formBytes(body.fields)
        : body.kind === 'bytes'
          ? body.bytes
          : undefined
  return { method, path: path.replace('{id}', id) + search, ...(bytes !== undefined && { body: bytes }) }
}

/** Encodes a lone surrogate as CESU-8, which is not valid UTF-8. */
function percentEncoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80'
}

function contentTypeOf({ body, contentType }: FuzzRequest): Record<string, string> {
  if (contentType !== undefined) return { 'Content-Type': contentType }
  return { 'Content-Type': body.kind === 'form' ? FORM_TYPE : 'application/json' }
}

/** Keeps the characters that Node can send in a header. */
function printableHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)))
}

function responseProblems(operation: ContractOperation, request: FuzzRequest, response: RawResponse): string[] {
  const { status, headers, body } = response
  // A URL that is too long for Node reaches no operation.
  if (status === 431 && request.id.length + JSON.stringify(request.query).length > 4 * 1024) return []
  const problems: string[] = []
  if (status >= 500) problems.push(`responded with ${status}`)
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    problems.push(`is ${String(headers['content-type'])}`)
  const offContract = responseProblem(operation.id, status, JSON.parse(body))
  if (offContract !== undefined) problems.push(offContract)
  const isRefused = operation.security !== 'none' && request.token !== 'right'
  if (isRefused && status !== 401) problems.push(`responded with ${status} without a token`)
  if (operation.security === 'session' && !isRefused && status === 401) problems.push('refused the token')
  if (!isRefused) problems.push(...expectationProblems(expectationOf(operation, request), status))
  return problems.map((problem) => `${problem}: ${body.slice(0, 300)}`)
}

function expectationProblems(expected: Expectation, status: number): string[] {
  if (expected === 'refused' && !MALFORMED.has(status))
    return [`accepted with ${status} what the contract does not allow`]
  if (expected === 'accepted' && MALFORMED.has(status)) return [`refused with ${status} what the contract allows`]
  return []
}

/** Checks that a refused request changes nothing, and a successful one adds or deletes at most one record. */
function countProblems(
  { id, method }: ContractOperation,
  { status }: RawResponse,
  entities: readonly string[],
  countsBefore: Record<string, number>,
  countsAfter: Record<string, number>,
): string[] {
  const mayMail = status >= 400 && MAILS_OWNER.has(id)
  const changedTables = Object.keys(countsAfter).filter(
    (table) => countsBefore[table] !== countsAfter[table] && !(mayMail && table === 'outbox'),
  )
  if (changedTables.length === 0) return []
  const countChanges = changedTables
    .map((table) => `${table} ${countsBefore[table]} → ${countsAfter[table]}`)
    .join(', ')
  if (status >= 400 || method === 'GET') return [`changed ${countChanges} with ${status}`]
  const changes = entities
    .map((table) => (countsAfter[table] ?? 0) - (countsBefore[table] ?? 0))
    .filter((change) => change !== 0)
  const allowedChange = method === 'DELETE' ? -1 : method === 'POST' ? 1 : 0
  return changes.length > 1 || changes.some((change) => change !== allowedChange)
    ? [`changed ${countChanges} by ${method}`]
    : []
}
