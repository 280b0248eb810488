import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  BLUE_PNG,
  fileWith,
  productsCsv,
  productsOf,
  RED_PNG,
  runAs,
  type SignedInServer,
  watched,
} from '../../../test/catalogue.ts'
import { tempFolder } from '../../../test/temp-folder.ts'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<SignedInServer> {
  const server = await startTestServer(options)
  servers.push(server)
  return { fetch: server.fetch, token: await server.signIn() }
}

/** Servers with a catalogue, for tests that only read: to draw all its pictures takes longer than what is tested. */
const full = new Map<'extended' | 'plain', TestServer & { token: string }>()
beforeAll(async () => {
  const extended = await startTestServer({ demo: 1 })
  const plain = await startTestServer({ demo: 1, extensions: [] })
  full.set('extended', { ...extended, token: await extended.signIn() })
  full.set('plain', { ...plain, token: await plain.signIn() })
})
afterAll(() => Promise.all([...full.values()].map((server) => server.close())))

function fullServer(contract: 'extended' | 'plain' = 'extended'): SignedInServer {
  const server = full.get(contract)
  if (!server) throw new TypeError('The tests have not begun.')
  return server
}

const summaryOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).summary
const nothing = { create: 0, update: 0, delete: 0 }
const filesOf = (folder: string, format: string) =>
  format === 'csv'
    ? ['categories', 'positions', 'products'].map((kind) => join(folder, `${kind}.csv`))
    : [join(folder, `catalogue.${format}`)]

describe.each([
  { name: 'with extensions', contract: 'extended' as const, options: {} },
  { name: 'on the plain contract', contract: 'plain' as const, options: { extensions: [] } },
])('$name', ({ contract, options }) => {
  test.each(['yaml', 'json', 'csv'])(
    'what export writes as %s, diff and apply find nothing to do about',
    async (format) => {
      const server = fullServer(contract)
      const folder = tempFolder()
      expect(await runAs(server, ['export', '--dir', folder, '--format', format])).toMatchObject({ code: 0 })
      const files = filesOf(folder, format)
      const diff = await runAs(server, ['diff', '-f', ...files, '--prune', '--detailed-exitcode', '--json'])
      expect(diff).toMatchObject({ code: 0 })
      expect(summaryOf(diff)).toMatchObject({ ...nothing, total: 54, unchanged: 54 })
      const reads = watched(server)
      const applied = await runAs(reads, ['apply', '-f', ...files, '--prune', '--json'])
      expect(applied).toMatchObject({ code: 0 })
      expect(JSON.parse(applied.stdout)).toEqual({
        results: [],
        summary: { total: 54, done: 0, absent: 0, failed: 0, skipped: 0, unchanged: 54 },
      })
      // The addresses of our images tell what they show: none has to be fetched.
      expect(reads.calls.toSorted()).toEqual([
        'GET /api/admin/categories',
        'GET /api/admin/subcategories',
        'GET /api/admin/subscription-products',
      ])
    },
  )

  test('a thousand products edited in a CSV: apply does it, and diff is empty', async () => {
    const server = await start(options)
    const made = await runAs(server, ['apply', '-f', fileWith('products.csv', productsCsv(1000, 9.99)), '--json'])
    expect(summaryOf(made)).toEqual({ total: 1000, done: 1000, absent: 0, failed: 0, skipped: 0, unchanged: 0 })
    const edited = fileWith(
      'products.csv',
      `\uFEFF${productsCsv(1000, 12.5).replaceAll('Plan 7', '"Plan ""seven"", 7"')}`,
    )
    const applied = await runAs(server, ['apply', '-f', edited, '--json'])
    expect(applied.code).toBe(0)
    expect(summaryOf(applied)).toMatchObject({ total: 1000, done: 1000 })
    const again = await runAs(server, ['diff', '-f', edited, '--detailed-exitcode'])
    expect(again).toMatchObject({ code: 0, stdout: '' })
    const products = await productsOf(server)
    expect(products).toHaveLength(1000)
    expect(new Set(products.map(({ price }) => price))).toEqual(new Set([12.5]))
  })
})

test('an export fills a fresh server, on which it then differs in nothing, and neither do the exports of both', async () => {
  const first = fullServer()
  const folder = tempFolder()
  await runAs(first, ['export', '--dir', folder])
  const second = await start()
  const file = join(folder, 'catalogue.yaml')
  const applied = await runAs(second, ['apply', '-f', file, '--json'])
  expect(summaryOf(applied)).toMatchObject({ total: 54, done: 54 })
  for (const server of [first, second]) {
    expect(await runAs(server, ['diff', '-f', file, '--prune', '--detailed-exitcode'])).toMatchObject({
      code: 0,
      stdout: '',
    })
  }
  const exported = tempFolder()
  await runAs(second, ['export', '--dir', exported])
  expect(readFileSync(join(exported, 'catalogue.yaml'), 'utf8')).toBe(readFileSync(file, 'utf8'))
  const again = await runAs(first, ['export', '--dir', folder, '--json'])
  expect(new Set(JSON.parse(again.stdout).map(({ status }: { status: string }) => status))).toEqual(
    new Set(['unchanged']),
  )
})

test('an edited image is an update, once: the lock keeps what the server made of it', async () => {
  const server = await start({ demo: 1 })
  const folder = tempFolder()
  await runAs(server, ['export', '--dir', folder])
  const file = join(folder, 'catalogue.yaml')
  const image = join(
    folder,
    'images/positions/gentle-touch',
    readdirSync(join(folder, 'images/positions/gentle-touch'))[0] ?? '',
  )
  writeFileSync(image, RED_PNG)
  const diff = await runAs(server, ['diff', '-f', file, '--json'])
  expect(JSON.parse(diff.stdout).results).toEqual([
    expect.objectContaining({ action: 'update', changes: [expect.objectContaining({ field: 'sub_cat_image' })] }),
  ])
  expect(summaryOf(await runAs(server, ['apply', '-f', file, '--json']))).toMatchObject({ done: 1, unchanged: 53 })
  expect(await runAs(server, ['diff', '-f', file, '--detailed-exitcode'])).toMatchObject({ code: 0 })
  expect(readFileSync(join(folder, 'images.lock'), 'utf8')).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}\n$/)
  // The person's own file is as good as what the server made of it, so an export does not take it away.
  expect(await runAs(server, ['export', '--dir', folder])).toMatchObject({ code: 0 })
  expect(readFileSync(image).equals(RED_PNG)).toBe(true)
  // Another server makes the same of it, or something else: it holds there too.
  const other = await start()
  await runAs(other, ['apply', '-f', file])
  expect(await runAs(other, ['diff', '-f', file, '--detailed-exitcode'])).toMatchObject({ code: 0 })
  writeFileSync(image, BLUE_PNG)
  expect(await runAs(server, ['diff', '-f', file, '--detailed-exitcode'])).toMatchObject({ code: 8 })
})

test('a server whose addresses tell nothing of the content is asked for the images', async () => {
  const server = fullServer()
  const opaque = opaqueImages(server)
  const folder = tempFolder()
  await runAs(opaque, ['export', '--dir', folder, '--kind', 'categories'])
  const file = join(folder, 'catalogue.yaml')
  expect(readdirSync(join(folder, 'images/categories'))).toHaveLength(8)
  const diff = await runAs(opaque, ['diff', '-f', file, '--detailed-exitcode'])
  expect(diff).toMatchObject({ code: 0 })
  expect(opaque.calls.filter((call) => call.startsWith('GET /files/'))).toHaveLength(16)
  expect(opaque.tokens).toEqual(new Set([null]))
})

/** The same server with other addresses of its images, as one behind a CDN has. */
function opaqueImages(server: SignedInServer) {
  const names = new Map<string, string>()
  const tokens = new Set<string | null>()
  const opaque = watched(server, async (request, answer) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/files/')) {
      tokens.add(request.headers.get('Authorization'))
      return server.fetch(new Request(`https://rapport.test${names.get(pathname)}`))
    }
    const text = await (await answer()).text()
    const renamed = text.replaceAll(/\/media\/[0-9a-f]{64}\.svg/g, (media) => {
      const name = `/files/${names.size}`
      names.set(name, media)
      return `https://cdn.test${name}`
    })
    return new Response(renamed, { headers: { 'Content-Type': 'application/json' } })
  })
  return Object.assign(opaque, { tokens })
}

test('an image that the server names and does not give is left out, and said so', async () => {
  const server = fullServer()
  let gone = ''
  const broken = watched(server, (request, answer) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/media/')) gone ||= pathname
    return pathname === gone ? Promise.resolve(new Response('', { status: 404 })) : answer()
  })
  const folder = tempFolder()
  const { code, stderr } = await runAs(broken, ['export', '--dir', folder, '--kind', 'categories'])
  expect(code).toBe(6)
  expect(stderr).toContain('answered with status 404.')
  expect(stderr).toContain('error: One image could not be had from the server')
  const asJson = await runAs(broken, ['export', '--dir', folder, '--kind', 'categories', '--json', '--yes'])
  const rows: { status: string }[] = JSON.parse(asJson.stdout)
  expect(rows.filter(({ status }) => status === 'missing')).toEqual([
    {
      file: expect.stringContaining(join(folder, 'images/categories')),
      status: 'missing',
      error: expect.objectContaining({ code: 'not_found', status: 404, message: expect.stringContaining(gone) }),
    },
  ])
  const catalogue = readFileSync(join(folder, 'catalogue.yaml'), 'utf8')
  expect(catalogue.match(/category_image/g)).toHaveLength(7)
  const diff = await runAs(broken, ['diff', '-f', join(folder, 'catalogue.yaml'), '--detailed-exitcode'])
  expect(diff).toMatchObject({ code: 0 })
})

test.each(['categories', 'positions', 'products'])('the CSV that %s list prints reads back in', async (kind) => {
  const server = fullServer()
  const { stdout } = await runAs(server, [kind, 'list', '--output', 'csv'])
  const argv = ['-f', '-', '--kind', kind, '--prune', '--json']
  const diff = await runAs(server, ['diff', ...argv], { stdin: stdout })
  expect(diff).toMatchObject({ code: 0 })
  expect(summaryOf(diff)).toMatchObject({ ...nothing, total: stdout.trimEnd().split('\r\n').length - 1 })
  expect(stdout).not.toContain('{')
  const applied = await runAs(server, ['apply', ...argv], { stdin: stdout })
  expect(applied).toMatchObject({ code: 0 })
  expect(summaryOf(applied)).toMatchObject({ failed: 0, done: 0 })
})

test('one address that is none costs one image, not the export, and a file of it is sent anew', async () => {
  const server = fullServer()
  const broken = watched(server, async (_request, answer) => {
    const response = await answer()
    const text = await response.clone().text()
    const renamed = text.replace(/"category_image":"[^"]*"/, '"category_image":"file:///etc/passwd"')
    return renamed === text ? response : new Response(renamed, response)
  })
  const folder = tempFolder()
  const argv = ['export', '--dir', folder, '--kind', 'categories', '--json', '--yes']
  for (const round of ['first', 'again']) {
    const { code, stdout } = await runAs(broken, argv)
    const rows: { file: string; status: string }[] = JSON.parse(stdout)
    const missing = rows.filter(({ status }) => status === 'missing')
    expect({ code, round, missing }).toEqual({
      code: 6,
      round,
      missing: [expect.objectContaining({ error: expect.objectContaining({ code: 'bad_response' }) })],
    })
    expect(rows).toHaveLength(9)
    writeFileSync(missing[0]?.file ?? '', RED_PNG)
  }
  await runAs(server, ['export', '--dir', folder, '--kind', 'categories', '--yes'])
  const diff = await runAs(broken, ['diff', '-f', join(folder, 'catalogue.yaml'), '--json'])
  expect(JSON.parse(diff.stdout).results).toHaveLength(1)
})

test('export replaces what differs only after a question, or with --yes', async () => {
  const server = fullServer()
  const folder = tempFolder()
  await runAs(server, ['export', '--dir', folder])
  const file = join(folder, 'catalogue.yaml')
  const before = readFileSync(file, 'utf8')
  appendFileSync(file, '# mine\n')
  const refused = await runAs(server, ['export', '--dir', folder])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`Replacing ${file} needs --yes`)
  const asked = { tty: true, answers: [[/Replace them\?/, 'n']] as const }
  expect(await runAs(server, ['export', '--dir', folder], asked)).toMatchObject({ code: 1 })
  expect(readFileSync(file, 'utf8')).toBe(`${before}# mine\n`)
  expect(await runAs(server, ['export', '--dir', folder, '--yes'])).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('names of records become names of files that lead nowhere else', async () => {
  const server = await start()
  const csv = 'category_name,category_image\n../../evil,red.png\n"C:\\con .. /etc",red.png\n💜,red.png\n'
  const folder = tempFolder()
  writeFileSync(join(folder, 'red.png'), RED_PNG)
  writeFileSync(join(folder, 'categories.csv'), csv)
  expect(await runAs(server, ['apply', '-f', join(folder, 'categories.csv')])).toMatchObject({ code: 0 })
  const exported = tempFolder()
  await runAs(server, ['export', '--dir', exported, '--kind', 'categories'])
  expect(readdirSync(join(exported, 'images/categories')).toSorted()).toEqual([
    'c-con-etc.png',
    'evil.png',
    'unnamed.png',
  ])
  expect(await runAs(server, ['diff', '-f', join(exported, 'catalogue.yaml'), '--detailed-exitcode'])).toMatchObject({
    code: 0,
  })
})
