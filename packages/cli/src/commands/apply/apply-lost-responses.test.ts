import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshServer } from '@rapport/server/fresh-server'
import { expect, test } from 'vitest'
import { BLUE_PNG, RED_PNG } from '../../../test/support/images.ts'
import { productsCsv, listProducts } from '../../../test/support/products.ts'
import { runAs, type SignedInServer } from '../../../test/support/run-as.ts'
import { watched } from '../../../test/support/servers.ts'
import { fileWith } from '../../../test/support/temporary-folder.ts'

// In these tests, a gateway gives up or a connection breaks after the server has done the work.
const server = freshServer()

const envelope = (status: number) => () =>
  Promise.resolve(Response.json({ code: status, message: 'Please try again.' }, { status }))
const cut = () => Promise.reject(new TypeError('terminated'))
const text = (body: string, type: string) => () =>
  Promise.resolve(new Response(body, { headers: { 'Content-Type': type } }))

type Respond = () => Promise<Response>

/** Replaces the responses to the first calls of a method, one per path in order. */
function respondingFirst(method: string, ...replacements: ((respond: Respond) => Promise<Response>)[]) {
  const callCounts = new Map<string, number>()
  return watched(server, (request, respond) => {
    if (request.method !== method) return respond()
    const { pathname } = new URL(request.url)
    const count = callCounts.get(pathname) ?? 0
    callCounts.set(pathname, count + 1)
    return (replacements[count] ?? ((respondNormally) => respondNormally()))(respond)
  })
}

/** Replaces the first response of a method after the server has done the work. */
function losingFirst(method: string, replacement: Respond) {
  return respondingFirst(method, async (respond) => {
    await respond()
    return replacement()
  })
}

const lostResponses = [
  ['a connection that was cut', cut],
  ['a 502', envelope(502)],
  ['a 503', envelope(503)],
  ['a 504', envelope(504)],
] as const

async function oneProduct(): Promise<string> {
  await runAs(server, ['apply', '-f', fileWith('products.csv', productsCsv(1, 5))])
  const [product] = await listProducts(server)
  return String(product?.id)
}

const statusesOf = (stdout: string): string[] =>
  JSON.parse(stdout).results.map(({ status }: { status: string }) => status)

test.each(lostResponses)(
  'counts a record as deleted if it is gone after %s, by id and by --prune',
  async (_what, replacement) => {
    const id = await oneProduct()
    const byId = await runAs(losingFirst('DELETE', replacement), ['products', 'delete', id, '--yes', '--json'])
    expect(byId).toMatchObject({ code: 0, stderr: expect.stringContaining('1 deleted\n') })
    expect(statusesOf(byId.stdout)).toEqual(['done'])
    await oneProduct()
    const emptyFile = fileWith('none.yaml', 'products: []')
    const pruned = await runAs(losingFirst('DELETE', replacement), [
      'apply',
      '-f',
      emptyFile,
      '--prune',
      '--yes',
      '--json',
    ])
    expect(pruned).toMatchObject({ code: 0, stderr: expect.stringContaining('1 deleted') })
    expect(statusesOf(pruned.stdout)).toEqual(['done'])
    expect(await listProducts(server)).toEqual([])
  },
)

test('counts a record as already gone if it is gone after a 429', async () => {
  const deletedByOthers = losingFirst('DELETE', envelope(429))
  const id = await oneProduct()
  const byId = await runAs(deletedByOthers, ['products', 'delete', id, '--yes', '--json'])
  expect({ code: byId.code, statuses: statusesOf(byId.stdout) }).toEqual({ code: 3, statuses: ['absent'] })
  await oneProduct()
  const emptyFile = fileWith('none.yaml', 'products: []')
  const argv = ['apply', '-f', emptyFile, '--prune', '--yes', '--json']
  const pruned = await runAs(losingFirst('DELETE', envelope(429)), argv)
  expect({ code: pruned.code, statuses: statusesOf(pruned.stdout) }).toEqual({ code: 0, statuses: ['absent'] })
})

const CATALOGUE = `
categories: [{category_name: Closeness, slug: near, category_image: image.png}, {category_name: Talking, category_image: image.png}]
positions: [{category: Closeness, subcategory_name: Holding Hands, benefits: Warm, sub_cat_image: image.png}]
products: [{product_id: p, name: P, price: 1}]
`

function catalogueFile(image: Buffer = RED_PNG, content = CATALOGUE): string {
  const file = fileWith('catalogue.yaml', content)
  writeFileSync(join(dirname(file), 'image.png'), image)
  return file
}

const apply = (target: SignedInServer, file: string, ...options: string[]) =>
  runAs(target, ['apply', '-f', file, '--concurrency', '1', '--json', ...options])
const postsOf = ({ calls }: { calls: string[] }) => calls.filter((call) => call.startsWith('POST'))
async function listOf(words: string): Promise<Record<string, unknown>[]> {
  return JSON.parse((await runAs(server, [words, 'list', '--json'])).stdout)
}

test.each([
  ...lostResponses,
  ['half of a response', text('{"code":201,"da', 'application/json')],
  ['a page of HTML', text('<html>', 'text/html')],
] as const)('finds a record created before %s instead of sending it again', async (_what, replacement) => {
  const watchedServer = losingFirst('POST', replacement)
  const { code, stdout } = await apply(watchedServer, catalogueFile())
  expect({ code, statuses: statusesOf(stdout) }).toEqual({ code: 0, statuses: ['done', 'done', 'done', 'done'] })
  expect(postsOf(watchedServer)).toHaveLength(4)
})

test('gives up on a server that always responds with 429', async () => {
  const watchedServer = respondingFirst('POST', ...Array.from({ length: 40 }, () => envelope(429)))
  const { code, stdout } = await apply(watchedServer, fileWith('products.csv', productsCsv(1, 5)))
  expect(code).toBe(7)
  expect(JSON.parse(stdout).results).toMatchObject([{ status: 'failed', error: { code: 'rate_limited' } }])
  expect(postsOf(watchedServer)).toHaveLength(20)
  expect(watchedServer.calls.filter((call) => call.startsWith('GET'))).toHaveLength(1)
})

test('repeats an update whose response was lost, but never a create', async () => {
  const id = await oneProduct()
  const creating = losingFirst('POST', cut)
  const argv = ['products', 'create', '--product-id', 'q', '--name', 'Q', '--price', '1']
  expect(await runAs(creating, argv)).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('It may have been saved: check'),
  })
  expect(creating.calls).toHaveLength(1)
  const updating = losingFirst('PUT', cut)
  expect(await runAs(updating, ['products', 'update', id, '--price', '4'])).toMatchObject({ code: 0 })
  // List, extensions, two attempts, and after the 412 the list and another attempt.
  expect(updating.calls.map((call) => call.split(' ')[0])).toEqual(['GET', 'GET', 'PUT', 'PUT', 'GET', 'PUT'])
})

test('sends a lost image again when all other fields match', async () => {
  await apply(server, catalogueFile())
  const categoriesBefore = await listOf('categories')
  const watchedServer = respondingFirst('POST', cut)
  const newImage = 'categories: [{category_name: Closeness, category_image: image.png}]'
  expect(await apply(watchedServer, catalogueFile(BLUE_PNG, newImage))).toMatchObject({ code: 0 })
  expect(postsOf(watchedServer)).toHaveLength(2)
  const categoriesAfter = await listOf('categories')
  const imageOf = (rows: typeof categoriesAfter) =>
    rows.find((row) => row['category_name'] === 'Closeness')?.['category_image']
  expect(imageOf(categoriesAfter)).not.toBe(imageOf(categoriesBefore))
})

test('does not mistake a position of another category for the created one', async () => {
  await apply(server, catalogueFile())
  const namesake = 'positions: [{category: Talking, subcategory_name: Holding Hands, sub_cat_image: image.png}]'
  const watchedServer = respondingFirst('POST', cut)
  expect(await apply(watchedServer, catalogueFile(RED_PNG, namesake))).toMatchObject({ code: 0 })
  expect(postsOf(watchedServer)).toHaveLength(2)
  expect(await listOf('positions')).toHaveLength(2)
})

test('does not reject rows that failed because of the network', async () => {
  const refused = envelope(422)
  const file = fileWith('products.csv', productsCsv(2, 5))
  const rejects = join(dirname(file), 'refused.csv')
  const cuts = Array.from({ length: 10 }, () => cut)
  const mixed = await apply(respondingFirst('POST', refused, ...cuts), file, '--rejects', rejects)
  expect({ code: mixed.code, statuses: statusesOf(mixed.stdout) }).toEqual({ code: 1, statuses: ['failed', 'failed'] })
  expect(readFileSync(rejects, 'utf8')).toMatch(/^product_id,.*\r\ncom\.example\.p0,.*\r\n$/)
  const unwrittenFile = join(dirname(file), 'none.csv')
  const disconnected = await apply(respondingFirst('POST', ...cuts), file, '--rejects', unwrittenFile)
  expect({ code: disconnected.code, statuses: statusesOf(disconnected.stdout) }).toEqual({
    code: 7,
    statuses: ['failed', 'skipped'],
  })
  expect(existsSync(unwrittenFile)).toBe(false)
})
