import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { IMAGE_TABLES } from '#server/db/schema.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { buildGateway } from '#server/gateway/gateway-app.ts'
import { createSmtpMailer } from '#server/mail/mailer.ts'
import { withToken } from '#server/testing/call.ts'
import { FORM_TYPE, formBytes } from '#server/testing/contract/contract-requests.ts'
import {
  type ContractOperation,
  contractOperations,
  resolveReference,
  type Schema,
} from '#server/testing/contract/contract.ts'
import { validValues } from '#server/testing/contract/schema-values.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { type RawRequest, rawHttpClient } from '#server/testing/network/raw-http-client.ts'
import { startSmtpServer } from '#server/testing/network/smtp.ts'
import { codeIn, forgotPassword, resetPassword, verifyOtp } from '#server/testing/password-reset.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import { createServer } from './server.ts'

/** A marker in everything that a person types, which must show up nowhere in the log. */
const CANARY = 'canary'

/** Paths with personal data, since people paste anything into a URL. */
const STRANGE_NAME = `${CANARY}@example.com`
const STRANGE_PATHS = [
  `/reset-password/eyJ${CANARY}`,
  `/users/${STRANGE_NAME}`,
  `/users/${encodeURIComponent(STRANGE_NAME)}`,
  `/${CANARY}.${CANARY}.x9`,
  `/nothing/${CANARY}123`,
  `/api/admin/users/1/${STRANGE_NAME}`,
  `/api/admin/users/${CANARY}1/`,
  `/api/admin/users/${CANARY}1`,
  `/API/admin/${CANARY}`,
  `/api/admin/nothing/${STRANGE_NAME}`,
  `/media/${CANARY}.png`,
  `/media/${CANARY}@x/a.png`,
  `/assets/${STRANGE_NAME}`,
  `http://${CANARY}.example/reset-password/eyJ${CANARY}`,
]

function canaryFor(schemaOrReference: Schema): string | undefined {
  const { pattern, maxLength = 100, type } = resolveReference(schemaOrReference)
  if (type !== 'string' || maxLength < CANARY.length) return undefined
  if (pattern === undefined) return `${CANARY} quite a new passphrase`
  return [`${CANARY}@example.com`, CANARY].find((text) => new RegExp(pattern, 'u').test(text))
}

function bodyWithCanaries({ body }: ContractOperation, seed: number): Record<string, unknown> {
  if (body === undefined) return {}
  const { properties = {} } = resolveReference(body.schema)
  const [value] = fc.sample(validValues(body.schema), { numRuns: 1, seed })
  return Object.fromEntries(
    Object.entries(value as object).map(([name, fieldValue]) => [
      name,
      canaryFor(properties[name] ?? {}) ?? fieldValue,
    ]),
  )
}

/** Creates valid and invalid requests with canaries wherever they fit. */
function requestsWithCanaries(operation: ContractOperation, token: string): RawRequest[] {
  const { method, path, body, query } = operation
  const validBody = bodyWithCanaries(operation, 1)
  const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const search = new URLSearchParams()
  for (const [name, schema] of Object.entries(query)) search.set(name, canaryFor(schema) ?? '1')
  const pathWith = (id: string, extra = '') => path.replace('{id}', id) + extra
  const texts = Object.entries(validBody).map(([name, value]): [string, string] => [name, String(value)])
  const file = { file: Buffer.from(CANARY) }
  const form = (fields: [string, string | typeof file][]) => ({
    headers: { ...json, 'Content-Type': FORM_TYPE },
    body: String(formBytes(fields)).replaceAll('picture.png', `${CANARY}.png`),
  })
  const bodies: Omit<RawRequest, 'method' | 'path'>[] =
    body?.isForm === true
      ? [form(texts), form([...texts, ['category_image', file], ['sub_cat_image', file]]), form([[CANARY, CANARY]])]
      : [
          { headers: json, body: JSON.stringify(validBody) },
          { headers: json, body: JSON.stringify({ ...validBody, [CANARY]: CANARY, token: CANARY }) },
          { headers: json, body: `{"password":"${CANARY}` },
          { headers: { ...json, 'Content-Type': `text/${CANARY}` }, body: CANARY },
        ]
  const firstBody = body === undefined ? { headers: json } : bodies[0]
  return [
    ...bodies.map((requestParts) => Object.assign({ method, path: pathWith('1') }, requestParts)),
    { method, ...firstBody, path: pathWith(`${CANARY}@example.com`) },
    { method, ...firstBody, path: pathWith('1', `?${search.toString()}`) },
    { method, ...firstBody, path: pathWith('1', `?token=${CANARY}&${CANARY}=1`) },
    {
      method,
      ...firstBody,
      path: pathWith('1'),
      headers: { ...firstBody?.headers, Authorization: `Bearer ${CANARY}` },
    },
    {
      method,
      ...firstBody,
      path: pathWith('1'),
      headers: { ...firstBody?.headers, Authorization: `Basic ${CANARY}`, Cookie: CANARY },
    },
    {
      method,
      ...firstBody,
      path: pathWith('1'),
      headers: { ...firstBody?.headers, 'User-Agent': CANARY, Referer: `https://x/?${CANARY}`, 'X-Request-Id': CANARY },
    },
  ]
}

/** Ways to break the server; undefined where the engine cannot do it. */
const FAULTS: Record<string, (server: TestServer) => Promise<unknown>> = {
  'nothing wrong': async () => undefined,
  'tables gone': async ({ database: { db } }) => {
    // Keeps the tables that signing in needs.
    for (const table of ['outbox', 'products', 'rate_limits', ...IMAGE_TABLES.toReversed(), 'images']) {
      await sql`drop table ${sql.table(table)}`.execute(db)
    }
  },
  'the database closed': ({ database }) => database.close(),
}

onEachEngine(({ start }) => {
  it.each(Object.entries(FAULTS))('keeps typed texts out of log and responses: %s', async (_, breakIt) => {
    const lines: string[] = []
    await using server = await start({ demo: 3, onLogLine: (line) => lines.push(line) })
    const tokens = await Promise.all(Array.from({ length: 3 }, () => server.signIn()))
    using client = rawHttpClient(await server.listen())
    await breakIt(server)
    const responses: string[] = []
    for (const operation of contractOperations) {
      const [token = ''] = operation.id === 'logout' ? tokens.slice(1) : tokens
      for (const request of requestsWithCanaries(operation, token)) {
        const { body, headers } = await client.send(request)
        // `createToken` returns the name that it was given.
        if (operation.method !== 'GET' && operation.id !== 'createToken') responses.push(JSON.stringify(headers), body)
      }
    }
    for (const path of [
      '/',
      '/signin',
      '/nothing.js',
      '/api/x',
      '/api/%zz',
      '/health/live',
      '/health/ready',
      '/media/x',
    ]) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        await client.send({ method, path: `${path}?token=${CANARY}`, headers: { Origin: `https://${CANARY}` } })
      }
    }
    for (const { path } of contractOperations) {
      for (const method of ['PATCH', 'TRACE']) await client.send({ method, path: path.replace('{id}', STRANGE_NAME) })
    }
    for (const path of STRANGE_PATHS) {
      for (const method of ['GET', 'DELETE']) await client.send({ method, path })
    }
    const log = lines.join('')
    expect(lines.length).toBeGreaterThan(contractOperations.length * 8)
    expect(lines.filter((line) => line.includes(CANARY))).toEqual([])
    expect(log.toLowerCase()).not.toContain('bearer ')
    for (const secret of [...tokens, server.admin.password, server.admin.email, '$argon2id']) {
      expect(log).not.toContain(secret)
      expect(responses.join('')).not.toContain(secret)
    }
    expect(responses.join('')).not.toContain(`${CANARY} quite`)
  })
})

it('logs what an error says and not its other fields, which may contain a row', async () => {
  const lines: string[] = []
  const app = createServer({ level: 'info', stream: { write: (line) => void lines.push(line) } })
  onTestFinished(() => app.close())
  const row = { detail: `Failing row contains (${CANARY}).`, nested: { headers: { authorization: CANARY } } }
  app.get('/fails', () => {
    throw Object.assign(new Error('outer', { cause: Object.assign(new Error('inner'), row) }), row, { code: '23514' })
  })
  app.get('/refuses', () => {
    throw new DomainError('unprocessable', 'Not an image.', { cause: 'bad header' })
  })
  await app.inject('/fails')
  await app.inject('/refuses')
  for (const expectedText of ['outer', 'inner', '23514', 'redaction.test.ts', 'bad header'])
    expect(lines.join('')).toContain(expectedText)
  expect(lines.join('')).not.toContain(CANARY)
})

it('keeps typed texts out of the log of a gateway', async () => {
  const lines: string[] = []
  await using upstream = await startTestServer()
  const app = await buildGateway({
    upstream: await upstream.listen(),
    log: { level: 'trace', stream: { write: (line) => void lines.push(line) } },
    consoleDir: undefined,
    trustedProxies: [],
    isHttps: false,
    imageOrigins: [],
    maxResponseMib: 256,
  })
  onTestFinished(() => app.close())
  using client = rawHttpClient(await app.listen({ host: '127.0.0.1', port: 0 }))
  const paths = contractOperations.map(({ path }) => `${path.replace('{id}', STRANGE_NAME)}?token=${CANARY}`)
  for (const path of [...paths, ...STRANGE_PATHS]) {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) await client.send({ method, path })
  }
  await client.send({ method: 'GET', path: '/api/admin/users?page=1' })
  await upstream.close()
  for (const path of [...paths, ...STRANGE_PATHS]) await client.send({ method: 'GET', path })
  expect(lines.join('')).toContain('"path":"/api/admin/users"')
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([])
})

it('keeps codes, tokens and addresses out of the log when mail is sent or fails', async () => {
  const lines: string[] = []
  await using smtp = await startSmtpServer()
  const mailers = {
    sending: createSmtpMailer({ url: smtp.url, from: 'rapport@example.com' }),
    refused: createSmtpMailer({ url: smtp.url.replace('mail%20', 'canary%20'), from: 'rapport@example.com' }),
    away: createSmtpMailer({ url: 'smtp://canary:canary@127.0.0.1:1', from: 'rapport@example.com' }),
  }
  let mailer = mailers.sending
  await using server = await startTestServer({
    onLogLine: (line) => lines.push(line),
    mailer: { send: (mail) => mailer.send(mail) },
  })
  const { email } = server.admin
  await forgotPassword(server, email)
  await server.sendDueMails()
  const code = codeIn({ text: smtp.received[0]?.raw.replaceAll('\r', '') ?? '' })
  const token = (await verifyOtp(server, email, code)).body.data.reset_token
  await resetPassword(server, token, 'rapport-canary')
  await resetPassword(server, `${token.slice(0, -1)}!`, 'canary of a password')
  for (const failingMailer of [mailers.refused, mailers.away]) {
    mailer = failingMailer
    const otherAdmin = await server.addAdmin({ email: `other${lines.length}@example.com` })
    await forgotPassword(server, otherAdmin.email)
    await server.sendDueMails()
  }
  await resetPassword(server, token, 'canary of a password')
  await withToken(server, token)('POST', '/api/admin/update-settings', { password: 'canary of a password' })
  await server.database.close()
  await resetPassword(server, token, 'canary of a password')
  await verifyOtp(server, email, code)
  await server.sendDueMails()

  const log = lines.join('')
  for (const expectedText of ['mail sent', 'will try again', 'EAUTH', 'ECONNREFUSED', 'request failed'])
    expect(log).toContain(expectedText)
  for (const secret of [
    code,
    token,
    token.slice(0, -1),
    CANARY,
    '@example.com',
    Buffer.from('canary').toString('base64').slice(0, 7),
  ]) {
    expect(log).not.toContain(secret)
  }
})
