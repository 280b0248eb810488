import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { freshServer } from '@rapport/server/fresh-server'
import { beforeEach, describe, expect, test } from 'vitest'
import { BLUE_PNG, RED_PNG } from '../../../test/support/images.ts'
import { runAs, type SignedInServer } from '../../../test/support/run-as.ts'
import type { RunOptions } from '../../../test/support/run-cli.ts'
import { watched } from '../../../test/support/servers.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const PICTURES = { 'red.png': RED_PNG, 'blue.png': BLUE_PNG }
type Picture = keyof typeof PICTURES

const server = freshServer()
let input: string
let dir: string

beforeEach(() => {
  input = temporaryFolder()
  dir = temporaryFolder()
  for (const [name, bytes] of Object.entries(PICTURES)) writeFileSync(join(input, name), bytes)
})

async function serverHolds(categories: Record<string, Picture>): Promise<void> {
  const rows = Object.entries(categories).map(([name, picture]) => `${name},${picture}\n`)
  writeFileSync(join(input, 'categories.csv'), `category_name,category_image\n${rows.join('')}`)
  const applied = await runAs(server, ['apply', '-f', join(input, 'categories.csv'), '--prune', '--yes'])
  expect(applied).toMatchObject({ code: 0 })
}
const exported = (target: SignedInServer = server, options: RunOptions = {}, ...extraArgv: string[]) =>
  runAs(target, ['export', '--dir', dir, ...extraArgv], options)
const imageOf = (name: string) => join(dir, 'images/categories', name)

/** Wraps the server so that its second image waits until the first is written. `ends` then responds. */
function afterOneImage(ends: () => Promise<Response>): SignedInServer {
  let images = 0
  return watched(server, async (request, respond) => {
    if (!new URL(request.url).pathname.startsWith('/media/') || (images += 1) === 1) return respond()
    while (!existsSync(imageOf('trust.png')) && !existsSync(imageOf('zeal.png'))) await nextTurn()
    return ends()
  })
}

test('an interrupted export says what it wrote, and the next one updates that without asking', async () => {
  await serverHolds({ Trust: 'red.png', Zeal: 'blue.png' })
  const stop = new AbortController()
  const slow = afterOneImage(() => {
    stop.abort()
    return Promise.reject(new DOMException('This operation was aborted', 'AbortError'))
  })
  const { code, stderr } = await exported(slow, { signal: stop.signal })
  expect(code).toBe(130)
  expect(stderr).toContain('Interrupted: 1 written, 0 unchanged, 3 not tried.')
  expect(stderr).toContain('Run the same command again. It continues with what is left.')
  expect(stderr.match(/Interrupted/g)).toHaveLength(1)
  await serverHolds({ Trust: 'blue.png', Zeal: 'red.png' })
  expect(await exported()).toMatchObject({ code: 0 })
})

test('stops reading an image that is too large', async () => {
  await serverHolds({ Trust: 'red.png', Zeal: 'blue.png' })
  let chunkCount = 0
  const large = () =>
    new ReadableStream({
      pull: (body) => ((chunkCount += 1) > 40 ? body.close() : body.enqueue(new Uint8Array(1024 * 1024))),
    })
  const hostile = watched(server, (request, respond) =>
    request.url.includes('/media/') && chunkCount === 0 ? Promise.resolve(new Response(large())) : respond(),
  )
  const { code, stderr } = await exported(hostile)
  expect(code).toBe(6)
  expect(stderr).toMatch(/https:\S+ is larger than 16 MiB/)
  expect(chunkCount).toBeLessThan(20)
  expect(readdirSync(join(dir, 'images/categories'))).toHaveLength(1)
})

test('counts a file as exported only if it is identical to an image of the server', async () => {
  await serverHolds({ Trust: 'red.png' })
  await exported()
  rmSync(join(dir, 'images.lock'))
  expect(await exported()).toMatchObject({ stdout: '', stderr: '1 record, 0 files written, 3 unchanged\n' })
  expect(JSON.parse((await exported(server, {}, '--json')).stdout)).toHaveLength(3)
  await serverHolds({ Trust: 'blue.png' })
  expect(await exported()).toMatchObject({ code: 0 })
  // The server made its image of this file, so it counts as up to date, but not as exported.
  writeFileSync(imageOf('trust.png'), RED_PNG)
  const applied = await runAs(server, ['apply', '-f', join(dir, 'catalogue.yaml')])
  expect(applied).toMatchObject({ code: 0 })
  expect(await exported()).toMatchObject({ code: 0 })
  await serverHolds({ Trust: 'blue.png' })
  expect(await exported()).toMatchObject({ code: 2 })
  expect(readFileSync(imageOf('trust.png')).equals(RED_PNG)).toBe(true)
})

test('a server message cannot forge a line of stderr', async () => {
  await serverHolds({ Trust: 'red.png', Zeal: 'red.png' })
  await exported()
  const forged = 'Trust\nerror: forged\u001B[2J'
  const hostileServer = watched(server, async (request, respond) => {
    if (new URL(request.url).pathname.startsWith('/media/')) return new Response(null, { status: 404 })
    const text = await (await respond()).text()
    const renamed = text.replace('"Trust"', JSON.stringify(forged))
    return new Response(renamed, { headers: { 'Content-Type': 'application/json' } })
  })
  rmSync(imageOf('trust.png'))
  const { code, stderr } = await exported(hostileServer, {}, '--yes')
  expect(code).toBe(6)
  expect(stderr).toContain('categories/Trust\\u000aerror: forged\\u001b[2J: ')
  expect(stderr.match(/^error: /gm)).toHaveLength(1)
})

test('long names in any script become distinct valid file names', async () => {
  const [pairs, letters] = [`a${'𠮷'.repeat(45)}`, '愛'.repeat(99)]
  await serverHolds({
    [`${pairs}x`]: 'red.png',
    [`${pairs}y`]: 'blue.png',
    [letters]: 'red.png',
    [`${letters}z`]: 'blue.png',
  })
  expect(await exported()).toMatchObject({ code: 0 })
  const names = readdirSync(join(dir, 'images/categories'))
  expect(names).toHaveLength(4)
  for (const name of names) expect(name).toMatch(/^(a(𠮷)+[xy]|愛{66}(-2)?)\.png$/u)
  const diff = ['diff', '-f', join(dir, 'catalogue.yaml'), '--detailed-exitcode']
  expect(await runAs(server, diff)).toMatchObject({ code: 0 })
})

test('record names cannot lead out of the folder of the export', async () => {
  const csv = 'category_name,category_image\n../../evil,red.png\n"C:\\con .. /etc",red.png\n💜,red.png\n'
  writeFileSync(join(input, 'categories.csv'), csv)
  expect(await runAs(server, ['apply', '-f', join(input, 'categories.csv')])).toMatchObject({ code: 0 })
  await exported(server, {}, '--kind', 'categories')
  expect(readdirSync(join(dir, 'images/categories')).toSorted()).toEqual(['c-con-etc.png', 'evil.png', 'unnamed.png'])
  expect(await runAs(server, ['diff', '-f', join(dir, 'catalogue.yaml'), '--detailed-exitcode'])).toMatchObject({
    code: 0,
  })
})

describe.skipIf(process.platform === 'win32')('a folder that cannot be created', () => {
  const inTheWay = () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'mine')
    return file
  }
  const places: Record<string, () => string> = {
    'a file': inTheWay,
    'below a file': () => join(inTheWay(), 'deep', 'catalogue'),
    'below a file, by a relative path': () => relative('.', join(inTheWay(), 'catalogue')),
  }
  test.each(Object.entries(places))('is an error that names it: %s', async (_what, folder) => {
    const place = folder()
    await serverHolds({ Trust: 'red.png' })
    const { code, stdout, stderr } = await runAs(server, ['export', '--dir', place])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error: The folder \S+ could not be created: [a-z][^\n]+\.\n$/)
    expect(stderr).toContain(place)
  })
})
