import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  BLUE_PNG,
  fileWith,
  opaqueImages,
  productsCsv,
  listProducts,
  RED_PNG,
  runAs,
  type SignedInServer,
  watched,
} from '../../../test/support/catalogue.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<SignedInServer> {
  const server = await startTestServer(options)
  servers.push(server)
  return { fetch: server.fetch, token: await server.signIn() }
}

/** Servers with a full catalogue, shared by tests that only read: drawing its images takes longer than the tests. */
const fullServers = new Map<'extended' | 'plain', TestServer & { token: string }>()
beforeAll(async () => {
  const extended = await startTestServer({ demo: 1 })
  const plain = await startTestServer({ demo: 1, extensions: [] })
  fullServers.set('extended', { ...extended, token: await extended.signIn() })
  fullServers.set('plain', { ...plain, token: await plain.signIn() })
})
afterAll(() => Promise.all([...fullServers.values()].map((server) => server.close())))

function fullServer(contract: 'extended' | 'plain' = 'extended'): SignedInServer {
  const server = fullServers.get(contract)
  if (!server) throw new TypeError('The tests have not begun.')
  return server
}

const summaryOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).summary
const noActions = { create: 0, update: 0, delete: 0 }
const filesOf = (folder: string, format: string) =>
  format === 'csv'
    ? ['categories', 'positions', 'products'].map((kind) => join(folder, `${kind}.csv`))
    : [join(folder, `catalogue.${format}`)]

describe.each([
  { name: 'with extensions', contract: 'extended' as const, options: {} },
  { name: 'on the plain contract', contract: 'plain' as const, options: { extensions: [] } },
])('$name', ({ contract, options }) => {
  test.each(['yaml', 'json', 'csv'])('diff and apply find no change in an export as %s', async (format) => {
    const server = fullServer(contract)
    const folder = temporaryFolder()
    expect(await runAs(server, ['export', '--dir', folder, '--format', format])).toMatchObject({ code: 0 })
    const files = filesOf(folder, format)
    const diff = await runAs(server, ['diff', '-f', ...files, '--prune', '--detailed-exitcode', '--json'])
    expect(diff).toMatchObject({ code: 0 })
    expect(summaryOf(diff)).toMatchObject({ ...noActions, total: 54, unchanged: 54 })
    const watchedServer = watched(server)
    const applied = await runAs(watchedServer, ['apply', '-f', ...files, '--prune', '--json'])
    expect(applied).toMatchObject({ code: 0 })
    expect(JSON.parse(applied.stdout)).toEqual({
      results: [],
      summary: { total: 54, done: 0, absent: 0, failed: 0, skipped: 0, unchanged: 54 },
    })
    // Our image URLs contain digests, so no image is downloaded.
    expect(watchedServer.calls.toSorted()).toEqual([
      'GET /api/admin/categories',
      'GET /api/admin/subcategories',
      'GET /api/admin/subscription-products',
    ])
  })

  test('applies products edited in a CSV, after which diff is empty', async () => {
    const server = await start(options)
    const created = await runAs(server, ['apply', '-f', fileWith('products.csv', productsCsv(50, 9.99)), '--json'])
    expect(summaryOf(created)).toEqual({ total: 50, done: 50, absent: 0, failed: 0, skipped: 0, unchanged: 0 })
    const edited = fileWith(
      'products.csv',
      `\uFEFF${productsCsv(50, 12.5).replaceAll('Plan 7', '"Plan ""seven"", 7"')}`,
    )
    const applied = await runAs(server, ['apply', '-f', edited, '--json'])
    expect(applied.code).toBe(0)
    expect(summaryOf(applied)).toMatchObject({ total: 50, done: 50 })
    const diffAfter = await runAs(server, ['diff', '-f', edited, '--detailed-exitcode'])
    expect(diffAfter).toMatchObject({ code: 0, stdout: '' })
    const products = await listProducts(server)
    expect(products).toHaveLength(50)
    expect(new Set(products.map(({ price }) => price))).toEqual(new Set([12.5]))
  })
})

test('an export fills a fresh server, whose own export is the same', async () => {
  const source = fullServer()
  const folder = temporaryFolder()
  await runAs(source, ['export', '--dir', folder])
  const freshServer = await start()
  const file = join(folder, 'catalogue.yaml')
  const applied = await runAs(freshServer, ['apply', '-f', file, '--json'])
  expect(summaryOf(applied)).toMatchObject({ total: 54, done: 54 })
  for (const server of [source, freshServer]) {
    expect(await runAs(server, ['diff', '-f', file, '--prune', '--detailed-exitcode'])).toMatchObject({
      code: 0,
      stdout: '',
    })
  }
  const exported = temporaryFolder()
  await runAs(freshServer, ['export', '--dir', exported])
  expect(readFileSync(join(exported, 'catalogue.yaml'), 'utf8')).toBe(readFileSync(file, 'utf8'))
  const exportedAgain = await runAs(source, ['export', '--dir', folder, '--json'])
  expect(new Set(JSON.parse(exportedAgain.stdout).map(({ status }: { status: string }) => status))).toEqual(
    new Set(['unchanged']),
  )
})

test('sends an edited image once, since images.lock records what the server made of it', async () => {
  const server = await start({ demo: 1 })
  const folder = temporaryFolder()
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
  expect(readFileSync(join(folder, 'images.lock'), 'utf8').match(/^[0-9a-f]{64} [0-9a-f]{64}$/gm)).toHaveLength(1)
  // The edited file is as good as what the server made of it, so export keeps it.
  expect(await runAs(server, ['export', '--dir', folder])).toMatchObject({ code: 0 })
  expect(readFileSync(image).equals(RED_PNG)).toBe(true)
  // Another server may make a different image of it; that holds there too.
  const otherServer = await start()
  await runAs(otherServer, ['apply', '-f', file])
  expect(await runAs(otherServer, ['diff', '-f', file, '--detailed-exitcode'])).toMatchObject({ code: 0 })
  writeFileSync(image, BLUE_PNG)
  expect(await runAs(server, ['diff', '-f', file, '--detailed-exitcode'])).toMatchObject({ code: 8 })
})

test('images are downloaded if their addresses do not name their content', async () => {
  const server = fullServer()
  const opaque = opaqueImages(server, { host: 'https://cdn.test' })
  const folder = temporaryFolder()
  await runAs(opaque, ['export', '--dir', folder, '--kind', 'categories'])
  const file = join(folder, 'catalogue.yaml')
  expect(readdirSync(join(folder, 'images/categories'))).toHaveLength(8)
  const diff = await runAs(opaque, ['diff', '-f', file, '--detailed-exitcode'])
  expect(diff).toMatchObject({ code: 0 })
  expect(opaque.calls.filter((call) => call.startsWith('GET /files/'))).toHaveLength(16)
  expect(opaque.tokens).toEqual(new Set([null]))
})

test.each([
  [404, 0, 8],
  [410, 0, 8],
  [403, 4, 0],
  [500, 1, 0],
])(
  'an image download that fails with %d exits with %d, or sends the image again',
  async (status, code, imageChanges) => {
    const opaque = opaqueImages(fullServer(), { host: 'https://cdn.test' })
    const folder = temporaryFolder()
    await runAs(opaque, ['export', '--dir', folder, '--kind', 'categories'])
    const broken = watched(opaque, (request, respond) =>
      new URL(request.url).pathname.startsWith('/files/') ? Promise.resolve(new Response('', { status })) : respond(),
    )
    const argv = ['apply', '-f', join(folder, 'catalogue.yaml'), '--dry-run', '--json']
    const planned = await runAs(broken, argv)
    expect(planned.code).toBe(code)
    expect(planned.stdout.match(/category_image/g) ?? []).toHaveLength(imageChanges)
  },
)

const JSON_TYPE = { 'Content-Type': 'application/json' }

test('an image that cannot be downloaded is left out, and named', async () => {
  const server = fullServer()
  let missingPath = ''
  const broken = watched(server, (request, respond) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/media/')) missingPath ||= pathname
    return pathname === missingPath ? Promise.resolve(new Response('', { status: 404 })) : respond()
  })
  const folder = temporaryFolder()
  const { code, stderr } = await runAs(broken, ['export', '--dir', folder, '--kind', 'categories'])
  expect(code).toBe(6)
  expect(stderr).toContain('responded with status 404.')
  expect(stderr).toContain('error: 1 image could not be downloaded.')
  // The second export finds the files of the first unchanged, and asks nothing.
  const asJson = await runAs(broken, ['export', '--dir', folder, '--kind', 'categories', '--json'])
  expect(asJson).toMatchObject({ code: 6 })
  const rows: { status: string }[] = JSON.parse(asJson.stdout)
  expect(rows).toContainEqual({ file: join(folder, 'catalogue.yaml'), status: 'unchanged' })
  expect(rows.filter(({ status }) => status === 'missing')).toEqual([
    {
      file: expect.stringContaining(join(folder, 'images/categories')),
      status: 'missing',
      error: expect.objectContaining({ code: 'not_found', status: 404, message: expect.stringContaining(missingPath) }),
    },
  ])
  const catalogue = readFileSync(join(folder, 'catalogue.yaml'), 'utf8')
  expect(catalogue.match(/category_image/g)).toHaveLength(7)
  const diff = await runAs(broken, ['diff', '-f', join(folder, 'catalogue.yaml'), '--detailed-exitcode'])
  expect(diff).toMatchObject({ code: 0 })
  // The image is back, so the catalogue names it.
  expect(await runAs(server, ['export', '--dir', folder, '--kind', 'categories'])).toMatchObject({ code: 0 })
})

test.each(['categories', 'positions', 'products'])('applies the CSV of %s list', async (kind) => {
  const server = fullServer()
  const { stdout } = await runAs(server, [kind, 'list', '--output', 'csv'])
  const argv = ['-f', '-', '--kind', kind, '--prune', '--json']
  const diff = await runAs(server, ['diff', ...argv], { stdin: stdout })
  expect(diff).toMatchObject({ code: 0 })
  expect(summaryOf(diff)).toMatchObject({ ...noActions, total: stdout.trimEnd().split('\r\n').length - 1 })
  expect(stdout).not.toContain('{')
  const applied = await runAs(server, ['apply', ...argv], { stdin: stdout })
  expect(applied).toMatchObject({ code: 0 })
  expect(summaryOf(applied)).toMatchObject({ failed: 0, done: 0 })
})

test.each([
  [429, { 'Retry-After': '7' }, 'in 7000 ms'],
  [503, {}, 'in'],
])('retries an image refused with %d, and keeps its signature out of messages', async (...parameters) => {
  const [status, headers, wait] = parameters
  const server = fullServer()
  const refused = new Set<string>()
  const busy = watched(server, async (request, respond) => {
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith('/media/')) {
      const text = await (await respond()).text()
      return new Response(text.replaceAll('.png"', '.png?X-Amz-Signature=secret"'), { headers: JSON_TYPE })
    }
    expect(search).toBe('?X-Amz-Signature=secret')
    if (refused.has(pathname)) return respond()
    refused.add(pathname)
    return new Response('', { status, headers })
  })
  const dir = temporaryFolder()
  const { code, stderr } = await runAs(busy, ['export', '--dir', dir, '--kind', 'categories', '--debug'])
  expect(code).toBe(0)
  expect(refused.size).toBe(8)
  expect(stderr.match(/retry \S+\.png in \d+ ms/g)).toHaveLength(8)
  expect(stderr).toContain(`.png ${wait}`)
  expect(stderr).not.toContain('secret')
})

test('reports an image that stays refused, and writes everything else', async () => {
  const server = fullServer()
  let attempts = 0
  const busy = watched(server, (request, respond) => {
    const isImage = new URL(request.url).pathname.startsWith('/media/')
    return isImage && (attempts += 1) ? Promise.resolve(new Response('', { status: 503 })) : respond()
  })
  const dir = temporaryFolder()
  const { code, stderr } = await runAs(busy, ['export', '--dir', dir, '--kind', 'categories'])
  expect({ code, attempts }).toEqual({ code: 6, attempts: 8 * 4 })
  expect(stderr).toContain('responded with status 503.')
  expect(stderr).toContain('8 images could not be downloaded.')
  expect(stderr).toContain('Run the same command again.')
  // The exported files can be applied: they name no missing image.
  expect(await runAs(server, ['diff', '-f', join(dir, 'catalogue.yaml')])).toMatchObject({ code: 0 })
})

test('skips an image with an invalid URL and exports the rest', async () => {
  const server = fullServer()
  const broken = watched(server, async (_request, respond) => {
    const response = await respond()
    const text = await response.clone().text()
    const renamed = text.replace(/"category_image":"[^"]*"/, '"category_image":"file:///etc/passwd"')
    return renamed === text ? response : new Response(renamed, response)
  })
  const folder = temporaryFolder()
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
    expect(rows).toHaveLength(10)
    writeFileSync(missing[0]?.file ?? '', RED_PNG)
  }
  await runAs(server, ['export', '--dir', folder, '--kind', 'categories', '--yes'])
  const diff = await runAs(broken, ['diff', '-f', join(folder, 'catalogue.yaml'), '--json'])
  expect(JSON.parse(diff.stdout).results).toHaveLength(1)
})

test('export replaces what differs only after a question, or with --yes', async () => {
  const server = fullServer()
  const folder = temporaryFolder()
  await runAs(server, ['export', '--dir', folder])
  const file = join(folder, 'catalogue.yaml')
  const textBefore = readFileSync(file, 'utf8')
  appendFileSync(file, '# mine\n')
  const refused = await runAs(server, ['export', '--dir', folder])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`Replacing ${file} requires confirmation`)
  const declining = { tty: true, answers: [[/Replace them\?/, 'n\r']] as const }
  expect(await runAs(server, ['export', '--dir', folder], declining)).toMatchObject({ code: 1 })
  expect(readFileSync(file, 'utf8')).toBe(`${textBefore}# mine\n`)
  expect(await runAs(server, ['export', '--dir', folder, '--yes'])).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toBe(textBefore)
})

test('updates an export without asking, and keeps an edited file', async () => {
  const server = await start()
  const input = temporaryFolder()
  writeFileSync(join(input, 'red.png'), RED_PNG)
  writeFileSync(join(input, 'blue.png'), BLUE_PNG)
  const applyImage = (image: string) => {
    writeFileSync(join(input, 'categories.csv'), `category_name,category_image\nTrust,${image}\n`)
    return runAs(server, ['apply', '-f', join(input, 'categories.csv')])
  }
  await applyImage('red.png')
  for (const format of ['yaml', 'json', 'csv']) {
    const dir = temporaryFolder()
    const exported = () => runAs(server, ['export', '--dir', dir, '--format', format])
    const name = format === 'csv' ? 'products.csv' : `catalogue.${format}`
    expect(await exported()).toMatchObject({ code: 0 })
    await runAs(server, ['products', 'create', '--product-id', `p_${format}`, '--name', 'New', '--price', '1'])
    await applyImage(format === 'json' ? 'red.png' : 'blue.png')
    expect(await exported()).toMatchObject({ code: 0 })
    expect(readFileSync(join(dir, name), 'utf8')).toContain(`p_${format}`)
    // Git may check files out with other line ends.
    const text = readFileSync(join(dir, name), 'utf8')
    writeFileSync(
      join(dir, name),
      text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\n', '\r\n'),
    )
    expect((await exported()).stderr).toContain('0 files written')
    await runAs(server, ['products', 'create', '--product-id', `q_${format}`, '--name', 'Newer', '--price', '1'])
    expect(await exported()).toMatchObject({ code: 0 })
    // An edit by hand.
    appendFileSync(join(dir, name), format === 'csv' ? 'mine,Mine,1,,,\r\n' : ' ')
    writeFileSync(join(dir, 'images/categories/trust.png'), BLUE_PNG)
    await applyImage('red.png')
    const refused = await exported()
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Replacing 2 files requires confirmation'),
    })
  }
})

test.each([404, 503])('keeps an edited image file when the server answers with %d', async (status) => {
  const server = fullServer()
  const dir = temporaryFolder()
  const argv = ['export', '--dir', dir, '--kind', 'categories', '--json']
  await runAs(server, argv)
  const file = join(dir, 'images/categories', readdirSync(join(dir, 'images/categories'))[0] ?? '')
  writeFileSync(file, RED_PNG)
  let failuresLeft = 4
  const broken = watched(server, (request, respond) =>
    new URL(request.url).pathname.startsWith('/media/') && (failuresLeft -= status === 503 ? 1 : 4) >= 0
      ? Promise.resolve(new Response('', { status }))
      : respond(),
  )
  const exportedAgain = await runAs(broken, argv)
  expect(exportedAgain.code).toBe(6)
  expect(JSON.parse(exportedAgain.stdout)).toContainEqual({
    file,
    status: status === 404 ? 'missing' : 'failed',
    error: expect.objectContaining({ status }),
  })
  expect(readFileSync(file).equals(RED_PNG)).toBe(true)
  // An image that is temporarily missing stays named.
  const named = readFileSync(join(dir, 'catalogue.yaml'), 'utf8').match(/category_image/g)
  expect(named).toHaveLength(status === 404 ? 7 : 8)
})

test('a catalogue that would lose kinds by --kind is replaced only after a question', async () => {
  for (const format of ['yaml', 'json']) {
    const dir = temporaryFolder()
    const argv = ['export', '--dir', dir, '--format', format]
    await runAs(fullServer(), argv)
    const file = join(dir, `catalogue.${format}`)
    const part = await runAs(fullServer(), [...argv, '--kind', 'products'])
    expect(part).toMatchObject({ code: 2, stderr: expect.stringContaining(`Replacing ${file} requires confirmation`) })
    expect(await runAs(fullServer(), [...argv, '--kind', 'products', '--yes'])).toMatchObject({ code: 0 })
    expect(await runAs(fullServer(), argv)).toMatchObject({ code: 0 })
  }
})

test('record names cannot lead out of the folder of the export', async () => {
  const server = await start()
  const csv = 'category_name,category_image\n../../evil,red.png\n"C:\\con .. /etc",red.png\n💜,red.png\n'
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'red.png'), RED_PNG)
  writeFileSync(join(folder, 'categories.csv'), csv)
  expect(await runAs(server, ['apply', '-f', join(folder, 'categories.csv')])).toMatchObject({ code: 0 })
  const exported = temporaryFolder()
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
