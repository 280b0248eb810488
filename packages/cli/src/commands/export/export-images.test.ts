import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RED_PNG } from '../../../test/support/images.ts'
import { runAs } from '../../../test/support/run-as.ts'
import { watched } from '../../../test/support/servers.ts'
import { sharedServer } from '../../../test/support/shared-server.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const server = sharedServer({ demo: 1 })

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** The number of attempts for each image. */
const ATTEMPTS = 4

const isImage = ({ url }: Request) => new URL(url).pathname.startsWith('/media/')

test('leaves out an image that cannot be downloaded, and names it', async () => {
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

test.each([
  [429, { 'Retry-After': '7' }, 'in 7000 ms'],
  [503, {}, 'in'],
])('retries an image refused with %d, and keeps its signature out of messages', async (...parameters) => {
  const [status, headers, wait] = parameters
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

test.each([
  [503, ATTEMPTS],
  [500, 1],
])('reports an image that stays refused with %d, and writes everything else', async (status, attemptsPerImage) => {
  let attempts = 0
  const busy = watched(server, (request, respond) => {
    if (!isImage(request)) return respond()
    attempts += 1
    return Promise.resolve(new Response('', { status }))
  })
  const dir = temporaryFolder()
  const { code, stderr } = await runAs(busy, ['export', '--dir', dir, '--kind', 'categories'])
  expect({ code, attempts }).toEqual({ code: 6, attempts: 8 * attemptsPerImage })
  expect(stderr).toContain(`responded with status ${status}.`)
  expect(stderr).toContain('8 images could not be downloaded.')
  expect(stderr).toContain('Run the same command again.')
  // The exported files can be applied: they name no missing image.
  expect(await runAs(server, ['diff', '-f', join(dir, 'catalogue.yaml')])).toMatchObject({ code: 0 })
})

test.each([400, 404, 413])('does not suggest another run for images refused with %d', async (status) => {
  const refusing = watched(server, (request, respond) =>
    isImage(request) ? Promise.resolve(new Response('', { status })) : respond(),
  )
  const { code, stderr } = await runAs(refusing, ['export', '--dir', temporaryFolder(), '--kind', 'categories'])
  expect(code).toBe(6)
  expect(stderr).toContain('Upload them again, or ask the operator of the server.')
  expect(stderr).not.toContain('Run the same command again')
})

test('skips an image with an invalid URL and exports the rest', async () => {
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

test.each([404, 503])('keeps an edited image file when the server answers with %d', async (status) => {
  const dir = temporaryFolder()
  const argv = ['export', '--dir', dir, '--kind', 'categories', '--json']
  await runAs(server, argv)
  const file = join(dir, 'images/categories', readdirSync(join(dir, 'images/categories'))[0] ?? '')
  writeFileSync(file, RED_PNG)
  // The image of the edited file is requested first. A 503 is retried.
  let failuresLeft = status === 503 ? ATTEMPTS : 1
  const broken = watched(server, (request, respond) => {
    if (!isImage(request) || failuresLeft === 0) return respond()
    failuresLeft -= 1
    return Promise.resolve(new Response('', { status }))
  })
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
