import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import { readCsv } from '@rapport/core/text/read-csv.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { startTestServer } from '@rapport/server/testing'
import { beforeEach, expect, test } from 'vitest'
import { pictureFiles } from '../../../test/support/picture-files.ts'
import { runAs } from '../../../test/support/run-as.ts'
import { API_URL, type RunOptions } from '../../../test/support/run-cli.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const server = freshServer()
let ids: Record<'Trust' | 'Honesty', string>
const picture = pictureFiles()
const image = picture('picture.png')

beforeEach(async () => {
  ids = { Trust: await category('Trust'), Honesty: await category('Honesty') }
})

const runAny = (argv: readonly string[], options: RunOptions = {}) => runAs(server, argv, options)
const run = (argv: readonly string[], options: RunOptions = {}) => runAny(['positions', ...argv], options)
async function category(name: string): Promise<string> {
  const { stdout } = await runAny(['categories', 'create', '--name', name, '--image', image, '--json'])
  return String(JSON.parse(stdout).id)
}
async function create(name: string, ...extraArgv: string[]): Promise<Position> {
  const argv = ['create', '--category', 'trust', '--name', name, '--image', image, ...extraArgv, '--json']
  return JSON.parse((await run(argv)).stdout)
}
const namesOf = (stdout: string) => JSON.parse(stdout).map((row: Position) => row.subcategory_name)

test('create prints the record, and list has it', async () => {
  const texts = ['--benefits', 'Being heard.', '--tips', 'Nod.', '--challenges', '', '--safety-tips', 'Breathe.']
  const argv = ['create', '--category', 'trust', '--name', 'Listening', '--image', image, ...texts, '--json']
  const { code, stdout, stderr } = await run(argv)
  const position = JSON.parse(stdout)
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Created position ${position.id}.\n` })
  expect(position).toMatchObject({
    category_id: Number(ids.Trust),
    category: { category_name: 'Trust' },
    subcategory_name: 'Listening',
    benefits: 'Being heard.',
    tips: 'Nod.',
    safety_tips: 'Breathe.',
  })
  expect(JSON.parse((await run(['list', '--json'])).stdout)).toEqual([position])
})

test('a category is named by id, slug or name', async () => {
  for (const [index, text] of [
    ids.Honesty,
    'honesty',
    'HONESTY',
    ` Honesty`,
    `id:${ids.Honesty}`,
    'slug:honesty',
  ].entries()) {
    const argv = ['create', '--category', text, '--name', `P${index}`, '--image', image, '--json']
    expect(JSON.parse((await run(argv)).stdout)).toMatchObject({ category_id: Number(ids.Honesty) })
  }
})

test('fails for an ambiguous category and lists the candidates', async () => {
  const named = await category(ids.Trust)
  const command = ['list', '--category', ids.Trust]
  const { code, stdout, stderr } = await run(command)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(
    `"${ids.Trust}" could be ${named} (${ids.Trust}, slug ${ids.Trust}) or ${ids.Trust} (Trust, slug trust).`,
  )
  expect(stderr).toContain(`Use id:${named} or id:${ids.Trust}.`)
  await create('Listening', '--category', `id:${ids.Trust}`)
  expect(namesOf((await run(['list', '--category', `id:${ids.Trust}`, '--json'])).stdout)).toEqual(['Listening'])
  expect(namesOf((await run(['list', '--category', `name:${ids.Trust}`, '--json'])).stdout)).toEqual([])
})

test('exits with 3 for an unknown category and suggests the nearest name', async () => {
  const { code, stderr } = await run(['list', '--category', 'honsety', '--json'])
  expect(code).toBe(3)
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'not_found',
    message: 'There is no category "honsety".',
    hint: 'Did you mean Honesty? rapport categories list shows them.',
  })
})

test('list filters by category and name, and the table leaves long texts out', async () => {
  await create('Listening', '--benefits', 'Being\nheard.')
  await create('Talking')
  await create('Listing', '--category', 'honesty')
  expect(namesOf((await run(['list', '--search', 'LIST', '--json'])).stdout)).toEqual(['Listing', 'Listening'])
  const { stdout, stderr } = await run(['list', '--category', 'trust', '--search', 'list'])
  expect(stdout).toMatch(/^ID +CATEGORY +NAME +BENEFITS\n\d+ +Trust +Listening +Being heard\.\n$/)
  expect(stderr).toBe('1 position\n')
  const [names, row] = readCsv((await run(['list', '--search', 'listening', '--output', 'csv'])).stdout)
  expect(row?.[names?.indexOf('benefits') ?? -1]).toBe('Being\nheard.')
  const noMatches = await run(['list', '--search', 'nothing'])
  expect(noMatches).toMatchObject({ code: 0, stdout: '', stderr: 'No positions found matching your search.\n' })
})

test('get finds a position by its id or name, and names those that share it', async () => {
  const { id } = await create('Listening')
  expect((await run(['get', 'listening'])).stdout).toMatch(/^CATEGORY +Trust$/m)
  expect(JSON.parse((await run(['get', String(id), '--json'])).stdout)).toMatchObject({ id })
  const otherPosition = await create('Listening', '--category', 'honesty')
  const { code, stderr } = await run(['get', 'Listening'])
  expect(code).toBe(2)
  expect(stderr).toContain(`${id} (Listening, in Trust)`)
  expect(stderr).toContain(`${otherPosition.id} (Listening, in Honesty)`)
})

test('update changes the given fields and sends the rest unchanged', async () => {
  const created = await create('Listening', '--benefits', 'Being heard.', '--tips', 'Nod.')
  const sentForms: Record<string, unknown>[] = []
  const fetch = async (request: Request) => {
    if (request.method === 'POST') sentForms.push(Object.fromEntries(await request.clone().formData()))
    return server.fetch(request)
  }
  const { stdout } = await run(['update', String(created.id), '--name', 'Hearing', '--tips', '', '--json'], {
    server: { fetch },
  })
  expect(sentForms).toEqual([
    {
      id: String(created.id),
      category_id: ids.Trust,
      subcategory_name: 'Hearing',
      benefits: 'Being heard.',
      tips: '',
    },
  ])
  expect(JSON.parse(stdout)).toMatchObject({ ...created, subcategory_name: 'Hearing', tips: '', version: 2 })
  const moved = await run(['update', String(created.id), '--category', 'honesty', '--json'])
  expect(JSON.parse(moved.stdout)).toMatchObject({
    category: { category_name: 'Honesty' },
    subcategory_name: 'Hearing',
  })
})

test.each([
  [['update', '999', '--name', 'X'], 3, 'There is no position "999".'],
  [['update', '1'], 2, 'Nothing to change. Pass at least one of --category, --name, --benefits'],
  [['update', '1', '--name', ' ', '--category', ''], 2, '--category: Please select a category.'],
  [['create'], 2, 'error: Missing: --category, --name, --image.\n'],
  [['update', '1', '--category', 'nowhere'], 3, 'There is no category "nowhere".'],
  [['delete', '999', '--yes'], 3, 'There is no position 999.'],
])('%j exits with %d', async (argv, exitCode, message) => {
  const { id } = await create('Listening')
  const { code, stderr } = await run(argv.map((word) => (word === '1' ? String(id) : word)))
  expect(code).toBe(exitCode)
  expect(stderr).toContain(message)
})

test('delete shows names with their categories, asks, and prints a result per id', async () => {
  const { id } = await create('Listening')
  const answers = [[/this position\?/, 'y\r']] as const
  const { code, stderr } = await run(['delete', String(id)], { tty: true, answers })
  expect(code).toBe(0)
  expect(stderr).toContain(`Delete position ${id} on ${API_URL} (profile default):`)
  expect(stderr).toContain(`${id}  Listening, in Trust`)
  const repeated = await run(['delete', String(id), '12345', '--yes', '--json'])
  expect(JSON.parse(repeated.stdout).summary).toEqual({ total: 2, done: 0, absent: 2, failed: 0, skipped: 0 })
})

test('works on a server that does not send the category of a position', async () => {
  await using plain = await startTestServer({ extensions: [] })
  const env = { RAPPORT_TOKEN: await plain.signIn() }
  const fetch = async (request: Request) => {
    const response = await plain.fetch(request)
    return new Response((await response.text()).replaceAll(/"category":\{[^}]*\}/g, '"category":null'), response)
  }
  const options = { server: { fetch }, env }
  await runAny(['categories', 'create', '--name', 'Trust', '--image', image], options)
  const created = await run(['create', '--category', 'Trust', '--name', 'P', '--image', image, '--json'], options)
  const { id, category_id } = JSON.parse(created.stdout)
  expect(JSON.parse(created.stdout)).toMatchObject({ category: null })
  const secondPosition = ['create', '--category', 'Trust', '--name', 'Q', '--image', image]
  const createdAsText = await run(secondPosition, options)
  expect(createdAsText.stdout).toMatch(/^CATEGORY +Trust$/m)
  const [, shownId = ''] = /^ID +(\d+)$/m.exec(createdAsText.stdout) ?? []
  const renamed = ['update', shownId, '--name', 'R']
  expect((await run(renamed, options)).stdout).toMatch(/^CATEGORY +Trust$/m)
  expect((await run([...renamed, '--output', 'csv'], options)).stdout).toMatch(/,Trust,R,/)
  expect(JSON.parse((await run([...renamed, '--json'], options)).stdout)).toMatchObject({ category: null })
  await run(['delete', shownId, '--yes'], options)
  expect((await run(['list'], options)).stdout).toMatch(new RegExp(`\n${id} +Trust +P +Not Set\n`))
  const { stdout: csv } = await run(['list', '--output', 'csv'], options)
  const [names = [], cells = []] = readCsv(csv)
  expect(Object.fromEntries(names.map((name, index) => [name, cells[index]]))).toMatchObject({
    category: 'Trust',
    category_id: String(category_id),
  })
  const chosen = await run(['list', '--fields', 'category,id'], options)
  expect(chosen.stdout).toBe(`CATEGORY  ID\nTrust     ${id}\n`)
  // JSON is the server's own record.
  expect(JSON.parse((await run(['list', '--json'], options)).stdout)).toMatchObject([{ category: null }])
  const dir = temporaryFolder()
  expect(await runAny(['export', '--dir', dir, '--kind', 'positions', '--format', 'csv'], options)).toMatchObject({
    code: 0,
  })
  expect(readFileSync(join(dir, 'positions.csv'), 'utf8')).toContain('Trust,P,')
  expect(await run(['update', String(id), '--benefits', 'x'], options)).toMatchObject({ code: 0 })
  const answers = [[/this position\?/, 'y\r']] as const
  const deleted = await run(['delete', String(id)], { ...options, tty: true, answers })
  expect(deleted).toMatchObject({ code: 0, stderr: expect.stringContaining(`${id}  P, in Trust`) })
})

test('list shows the ids of categories if their names cannot be read, and says so', async () => {
  const { id } = await create('Listening')
  let categoryCalls = 0
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/categories')) {
      categoryCalls += 1
      return new Response('', { status: 500 })
    }
    const response = await server.fetch(request)
    return new Response((await response.text()).replaceAll(/"category":\{[^}]*\},?/g, ''), response)
  }
  const options = { server: { fetch } }
  const listed = await run(['list'], options)
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(`\n${id} +${ids.Trust} +Listening `) })
  expect(listed.stderr).toMatch(/^The names of the categories could not be read: .+\n1 position\n$/)
  expect(categoryCalls).toBe(1)
  const saved = await run(['update', String(id), '--tips', 'Nod.'], options)
  expect(saved).toMatchObject({ code: 0, stdout: expect.stringMatching(new RegExp(`^CATEGORY +${ids.Trust}$`, 'm')) })
  expect(saved.stderr).toMatch(/^The names of the categories could not be read: .+\nUpdated position \d+\.\n$/)
  categoryCalls = 1
  const chosen = await run(['list', '--fields', 'id,subcategory_name'], options)
  expect(chosen).toMatchObject({ code: 0, stdout: expect.stringContaining('Listening'), stderr: '1 position\n' })
  expect(categoryCalls).toBe(1)
  expect(await run(['list', '--output', 'csv', '--fields', 'category_id,category'], options)).toMatchObject({
    code: 0,
    stdout: `category_id,category\r\n${ids.Trust},\r\n`,
    stderr: expect.stringContaining('could not be read'),
  })
})
