import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { BLUE_PNG, RED_PNG } from '../../../test/support/images.ts'
import { productsCsv, listProducts } from '../../../test/support/products.ts'
import { runAs, type SignedInServer } from '../../../test/support/run-as.ts'
import { opaqueImages, watched } from '../../../test/support/servers.ts'
import { sharedServer } from '../../../test/support/shared-server.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<SignedInServer> {
  const server = await startTestServer(options)
  servers.push(server)
  return { fetch: server.fetch, token: await server.signIn() }
}

const fullServer = sharedServer({ demo: 1 })
const plainFullServer = sharedServer({ demo: 1, extensions: [] })

const summaryOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).summary
const noActions = { create: 0, update: 0, delete: 0 }
const filesOf = (folder: string, format: string) =>
  format === 'csv'
    ? ['categories', 'positions', 'products'].map((kind) => join(folder, `${kind}.csv`))
    : [join(folder, `catalogue.${format}`)]

describe.each([
  { name: 'with extensions', full: fullServer, options: {} },
  { name: 'on the plain contract', full: plainFullServer, options: { extensions: [] } },
])('$name', ({ full, options }) => {
  test.each(['yaml', 'json', 'csv'])('diff and apply find no change in an export as %s', async (format) => {
    const folder = temporaryFolder()
    expect(await runAs(full, ['export', '--dir', folder, '--format', format])).toMatchObject({ code: 0 })
    const files = filesOf(folder, format)
    const diff = await runAs(full, ['diff', '-f', ...files, '--prune', '--detailed-exitcode', '--json'])
    expect(diff).toMatchObject({ code: 0 })
    expect(summaryOf(diff)).toMatchObject({ ...noActions, total: 54, unchanged: 54 })
    const watchedServer = watched(full)
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
  const folder = temporaryFolder()
  await runAs(fullServer, ['export', '--dir', folder])
  const freshServer = await start()
  const file = join(folder, 'catalogue.yaml')
  const applied = await runAs(freshServer, ['apply', '-f', file, '--json'])
  expect(summaryOf(applied)).toMatchObject({ total: 54, done: 54 })
  for (const server of [fullServer, freshServer]) {
    expect(await runAs(server, ['diff', '-f', file, '--prune', '--detailed-exitcode'])).toMatchObject({
      code: 0,
      stdout: '',
    })
  }
  const exported = temporaryFolder()
  await runAs(freshServer, ['export', '--dir', exported])
  expect(readFileSync(join(exported, 'catalogue.yaml'), 'utf8')).toBe(readFileSync(file, 'utf8'))
  const exportedAgain = await runAs(fullServer, ['export', '--dir', folder, '--json'])
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
  // The server's image was made from the edited file, so export keeps the file.
  expect(await runAs(server, ['export', '--dir', folder])).toMatchObject({ code: 0 })
  expect(readFileSync(image).equals(RED_PNG)).toBe(true)
  // It also keeps the file if another server made a different image of it.
  const otherServer = await start()
  await runAs(otherServer, ['apply', '-f', file])
  expect(await runAs(otherServer, ['diff', '-f', file, '--detailed-exitcode'])).toMatchObject({ code: 0 })
  writeFileSync(image, BLUE_PNG)
  expect(await runAs(server, ['diff', '-f', file, '--detailed-exitcode'])).toMatchObject({ code: 8 })
})

test('downloads an image whose URL has no digest', async () => {
  const opaque = opaqueImages(fullServer, { host: 'https://cdn.test' })
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
  'an image download that fails with %d exits with %d, or plans to send the image again',
  async (status, code, imageChanges) => {
    const opaque = opaqueImages(fullServer, { host: 'https://cdn.test' })
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

test.each(['categories', 'positions', 'products'])('applying the CSV of %s list changes nothing', async (kind) => {
  const { stdout } = await runAs(fullServer, [kind, 'list', '--output', 'csv'])
  const argv = ['-f', '-', '--kind', kind, '--prune', '--json']
  const diff = await runAs(fullServer, ['diff', ...argv], { stdin: stdout })
  expect(diff).toMatchObject({ code: 0 })
  expect(summaryOf(diff)).toMatchObject({ ...noActions, total: stdout.trimEnd().split('\r\n').length - 1 })
  expect(stdout).not.toContain('{')
  const applied = await runAs(fullServer, ['apply', ...argv], { stdin: stdout })
  expect(applied).toMatchObject({ code: 0 })
  expect(summaryOf(applied)).toMatchObject({ failed: 0, done: 0 })
})
