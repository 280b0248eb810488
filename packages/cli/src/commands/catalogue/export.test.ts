import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BLUE_PNG, RED_PNG, runAs, type SignedInServer, watched } from '../../../test/catalogue.ts'
import type { RunOptions } from '../../../test/run-cli.ts'
import { tempFolder } from '../../../test/temp-folder.ts'

const svg = (color: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">\n<title>x</title>\n<path fill="${color}" d="M0 0h1v1z"/>\n</svg>\n`,
  )
const PICTURES = { 'red.png': RED_PNG, 'blue.png': BLUE_PNG, 'red.svg': svg('red'), 'blue.svg': svg('blue') }
type Picture = keyof typeof PICTURES

let opened: TestServer
let server: SignedInServer
let input: string
let dir: string

beforeEach(async () => {
  opened = await startTestServer()
  server = { fetch: opened.fetch, token: await opened.signIn() }
  input = tempFolder()
  dir = tempFolder()
  for (const [name, bytes] of Object.entries(PICTURES)) writeFileSync(join(input, name), bytes)
})
afterEach(() => opened.close())

async function serverHolds(categories: Record<string, Picture>): Promise<void> {
  const rows = Object.entries(categories).map(([name, picture]) => `${name},${picture}\n`)
  writeFileSync(join(input, 'categories.csv'), `category_name,category_image\n${rows.join('')}`)
  const applied = await runAs(server, ['apply', '-f', join(input, 'categories.csv'), '--prune', '--yes'])
  expect(applied).toMatchObject({ code: 0 })
}
const exported = (on = server, options: RunOptions = {}, ...more: string[]) =>
  runAs(on, ['export', '--dir', dir, ...more], options)
const imageOf = (name: string) => join(dir, 'images/categories', name)

/** A server whose second image waits until the first lies in the folder, and then `ends`. */
function afterOneImage(ends: () => Promise<Response>): SignedInServer {
  let images = 0
  return watched(server, async (request, answer) => {
    if (!new URL(request.url).pathname.startsWith('/media/') || (images += 1) === 1) return answer()
    while (!existsSync(imageOf('trust.png')) && !existsSync(imageOf('zeal.png'))) await nextTurn()
    return ends()
  })
}

test('an export that was interrupted says what it wrote, and the next one takes that for its own', async () => {
  await serverHolds({ Trust: 'red.png', Zeal: 'blue.png' })
  const stop = new AbortController()
  const slow = afterOneImage(() => {
    stop.abort()
    return Promise.reject(new DOMException('This operation was aborted', 'AbortError'))
  })
  const { code, stdout, stderr } = await exported(slow, { signal: stop.signal })
  expect(code).toBe(130)
  expect(stdout).toMatch(/^FILE +STATUS\n\S+(trust|zeal)\.png +written\n$/)
  expect(stderr).toContain('Interrupted: 1 written, 0 unchanged, 2 not tried.')
  expect(stderr).toContain('Run the same command again: it does what is left.')
  expect(stderr.match(/Interrupted/g)).toHaveLength(1)
  await serverHolds({ Trust: 'blue.png', Zeal: 'red.png' })
  expect(await exported()).toMatchObject({ code: 0 })
})

test('an export that failed takes what it wrote for its own the next time', async () => {
  await serverHolds({ Trust: 'red.png', Zeal: 'blue.png' })
  const gone = afterOneImage(() => Promise.reject(new TypeError('fetch failed')))
  expect(await exported(gone)).toMatchObject({ code: 7 })
  await serverHolds({ Trust: 'blue.png', Zeal: 'red.png' })
  expect(await exported()).toMatchObject({ code: 0 })
})

test('an image that is the one of the server is taken for an export of it, a file of a person is not', async () => {
  await serverHolds({ Trust: 'red.png' })
  await exported()
  rmSync(join(dir, 'export.lock'))
  expect(await exported()).toMatchObject({ stdout: '', stderr: '1 record, 0 files written, 2 unchanged\n' })
  expect(JSON.parse((await exported(server, {}, '--json')).stdout)).toHaveLength(2)
  await serverHolds({ Trust: 'blue.png' })
  expect(await exported()).toMatchObject({ code: 0 })
  // The server made its image of the person's: that is as good as the image, and not an export of it.
  writeFileSync(imageOf('trust.png'), RED_PNG)
  const applied = await runAs(server, ['apply', '-f', join(dir, 'catalogue.yaml')])
  expect(applied).toMatchObject({ code: 0 })
  expect(await exported()).toMatchObject({ code: 0 })
  await serverHolds({ Trust: 'blue.png' })
  expect(await exported()).toMatchObject({ code: 2 })
  expect(readFileSync(imageOf('trust.png')).equals(RED_PNG)).toBe(true)
})

test('the image of a record that was deleted goes with it, and is told', async () => {
  await serverHolds({ Trust: 'red.png', Zeal: 'red.png' })
  await exported()
  await serverHolds({ Zeal: 'red.png' })
  const { code, stdout, stderr } = await exported()
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `Removed an image of no record any more:\n  ${imageOf('trust.png')}\n1 record, 1 file written, 1 unchanged\n`,
  })
  expect(stdout).toMatch(/trust\.png +removed\n/)
  expect(existsSync(imageOf('trust.png'))).toBe(false)
  expect(existsSync(imageOf('zeal.png'))).toBe(true)
  expect(readFileSync(join(dir, 'export.lock'), 'utf8')).not.toContain('trust')
})

test('the folder of a category goes with the last image of its positions', async () => {
  await serverHolds({ Trust: 'red.png' })
  const position = ['positions', 'create', '--category', 'Trust', '--name', 'Listening', '--json']
  const { stdout } = await runAs(server, [...position, '--image', join(input, 'blue.png')])
  await exported()
  expect(existsSync(join(dir, 'images/positions/trust/listening.png'))).toBe(true)
  await runAs(server, ['positions', 'delete', String(JSON.parse(stdout).id), '--yes'])
  const byKind = (kind: string) => runAs(server, ['export', '--dir', dir, '--kind', kind, '--yes'])
  expect((await byKind('categories')).stderr).not.toContain('Removed')
  expect((await byKind('positions')).stderr).toContain('Removed an image')
  expect(readdirSync(join(dir, 'images'))).toEqual(['categories', 'positions'])
  expect(readdirSync(join(dir, 'images/positions'))).toEqual([])
})

test('a file of a person is never removed: changed, found there, or outside of the images', async () => {
  await serverHolds({ Trust: 'red.png', Zeal: 'red.png' })
  await exported()
  writeFileSync(imageOf('trust.png'), RED_PNG)
  // As a server that stores what it was sent, of which this may be all that the person has.
  rmSync(join(dir, 'export.lock'))
  await exported()
  const lock = join(dir, 'export.lock')
  const outside = join(dir, 'precious.png')
  writeFileSync(outside, BLUE_PNG)
  const digest = createHash('sha256').update(BLUE_PNG).digest('hex')
  appendFileSync(lock, `${digest}  precious.png\n${digest}  images/categories/../../precious.png\n`)
  await serverHolds({ Honesty: 'blue.png' })
  const { code, stderr } = await exported(server, {}, '--yes')
  expect({ code, removed: stderr.includes('Removed') }).toEqual({ code: 0, removed: false })
  for (const file of [imageOf('trust.png'), imageOf('zeal.png'), outside]) expect(existsSync(file)).toBe(true)
})

test.skipIf(process.platform === 'win32')('no link in the folder leads a removal out of it', async () => {
  await serverHolds({ Trust: 'red.png' })
  await exported()
  const elsewhere = tempFolder()
  renameSync(join(dir, 'images/categories'), join(elsewhere, 'mine'))
  symlinkSync(join(elsewhere, 'mine'), join(dir, 'images/categories'))
  await serverHolds({})
  expect((await exported()).stderr).not.toContain('Removed')
  expect(readdirSync(join(elsewhere, 'mine'))).toEqual(['trust.png'])
})

test('the image of a record that was deleted and made again is still an export', async () => {
  await serverHolds({ Trust: 'red.png' })
  await exported()
  await serverHolds({})
  await exported()
  await serverHolds({ Trust: 'blue.png' })
  expect(await exported()).toMatchObject({ code: 0 })
  // What is gone from the folder as well is forgotten.
  rmSync(imageOf('trust.png'))
  await serverHolds({})
  await exported()
  expect(readFileSync(join(dir, 'export.lock'), 'utf8')).not.toContain('trust')
})

describe.skipIf(process.platform === 'win32')('a folder that cannot be had', () => {
  const inTheWay = () => {
    const file = join(tempFolder(), 'file')
    writeFileSync(file, 'mine')
    return file
  }
  const places: Record<string, () => string> = {
    'a file': inTheWay,
    'below a file': () => join(inTheWay(), 'deep', 'catalogue'),
    'below a file, by a relative path': () => relative('.', join(inTheWay(), 'catalogue')),
    ...(existsSync('/proc') && { 'where the system takes none': () => '/proc/nowhere/catalogue' }),
  }
  test.each(Object.entries(places))('%s: an error that says so', async (_what, folder) => {
    const place = folder()
    await serverHolds({ Trust: 'red.png' })
    const { code, stdout, stderr } = await runAs(server, ['export', '--dir', place])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error: The folder \S+ cannot be made: [a-z][^\n]+\.\n$/)
    expect(stderr).toContain(place)
  })
})

test('line ends of an SVG, as git writes them on another machine, are no change', async () => {
  await serverHolds({ Trust: 'red.svg' })
  await exported()
  const file = imageOf('trust.svg')
  const before = readFileSync(file, 'latin1')
  expect(before).toContain('\n')
  writeFileSync(file, before.replaceAll('\n', '\r\n'), 'latin1')
  expect((await exported()).stderr).toContain('0 files written')
  const diff = ['diff', '-f', join(dir, 'catalogue.yaml'), '--detailed-exitcode']
  expect(await runAs(server, diff)).toMatchObject({ code: 0 })
  await serverHolds({ Trust: 'blue.svg' })
  expect(await runAs(server, diff)).toMatchObject({ code: 8 })
  expect(await exported()).toMatchObject({ code: 0 })
  writeFileSync(file, readFileSync(file, 'latin1').replace('\n', '\n '))
  await serverHolds({ Trust: 'red.svg' })
  expect(await exported()).toMatchObject({ code: 2 })
})
