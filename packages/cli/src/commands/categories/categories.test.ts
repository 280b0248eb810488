import { execFileSync } from 'node:child_process'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import { readCsv } from '@rapport/core/text/read-csv.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { expect, test } from 'vitest'
import { RED_PNG } from '../../../test/support/images.ts'
import { pictureFiles } from '../../../test/support/picture-files.ts'
import { runAs } from '../../../test/support/run-as.ts'
import { API_URL, type RunOptions } from '../../../test/support/run-cli.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

const server = freshServer()
const picture = pictureFiles()

const run = (argv: readonly string[], options: RunOptions = {}) => runAs(server, ['categories', ...argv], options)
const list = async (): Promise<Category[]> => JSON.parse((await run(['list', '--json'])).stdout)
async function create(name: string, image = picture('picture.png')): Promise<Category> {
  return JSON.parse((await run(['create', '--name', name, '--image', image, '--json'])).stdout)
}

test('create prints the record, and list has it', async () => {
  const { code, stdout, stderr } = await run([
    'create',
    '--name',
    ' Trust ',
    '--image',
    picture('picture.png'),
    '--json',
  ])
  const category = JSON.parse(stdout)
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Created category ${category.id}.\n` })
  expect(category).toEqual({
    id: expect.any(Number),
    category_name: 'Trust',
    slug: 'trust',
    category_image: expect.stringMatching(/^\/media\/.*\.(png|webp|jpe?g)$/),
    version: 1,
  })
  expect(await list()).toEqual([category])
})

test('get finds a category by its id, name or slug', async () => {
  const { id } = await create('Being Heard')
  for (const key of [String(id), 'being heard', 'being-heard']) {
    expect((await run(['get', key, '-o', 'yaml'])).stdout).toContain(`id: ${id}\ncategory_name: Being Heard\n`)
  }
  expect(await run(['get', 'Trust'])).toMatchObject({ code: 3 })
})

test('create prints one line per field, and on a terminal says where', async () => {
  const { stdout, stderr } = await run(['create', '--name', 'Trust', '--image', picture('picture.svg')], { tty: true })
  expect(stdout).toMatch(/^ID +\d+\nNAME +Trust\nSLUG +trust\nIMAGE +\/media\/\S+\.png\n$/)
  expect(stderr).toContain(`Creating category Trust on ${API_URL} (profile default)\n`)
})

test.each(['picture', '-'])('detects the type of %j by its content', async (name) => {
  const image = name === '-' ? name : picture(name)
  const { code } = await run(['create', '--name', 'Trust', '--image', image], { stdin: RED_PNG })
  expect(code).toBe(0)
})

test('does not send the local name of an image', async () => {
  let sentText = ''
  const fetch = async (request: Request) => {
    sentText += Buffer.from(await request.clone().arrayBuffer()).toString('latin1')
    return server.fetch(request)
  }
  await run(['create', '--name', 'Trust', '--image', picture('picture.svg')], { server: { fetch } })
  expect(sentText).toContain('filename="image.svg"')
  expect(sentText).not.toContain('picture.svg')
})

test('reports all issues at once, before any call', async () => {
  const fetch = () => Promise.reject(new Error('nothing is asked'))
  const { code, stdout, stderr } = await run(['create', '--name', ' '], { server: { fetch } })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe(
    'error: --name: Category name cannot be empty.\n' +
      '       Missing: --image.\n' +
      '       See rapport categories create --help\n',
  )
  const asJson = await run(['create', '--image', '/no/such/file', '--json'], { server: { fetch } })
  expect(JSON.parse(asJson.stderr).error).toEqual({
    code: 'invalid_input',
    message: 'Missing: --name. --image: There is no file /no/such/file.',
    hint: 'See rapport categories create --help',
    status: null,
  })
})

test.each([
  ['jpeg.png', 'has a PNG extension but is a JPEG. Rename or convert it.'],
  ['text.png', 'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.'],
  ['animated.gif', 'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.'],
  ['picture.xml', 'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.'],
  ['empty.png', 'empty.png is empty.'],
  ['large.png', 'large.png is too large: an image can be at most 5 MiB.'],
  ['large.svg', 'large.svg is too large: an SVG image can be at most 512 KiB.'],
  ['', 'is a folder.'],
])('the image %j is refused before any call', async (name, message) => {
  const fetch = () => Promise.reject(new Error('nothing is asked'))
  const { code, stderr } = await run(['create', '--name', 'Trust', '--image', picture(name)], { server: { fetch } })
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test('reads no device, no pipe and no more than the size limit', async () => {
  const [pipe, sparse] = [join(temporaryFolder(), 'pipe.png'), fileWith('sparse.png', '')]
  execFileSync('mkfifo', [pipe])
  truncateSync(sparse, 400 * 2 ** 20)
  for (const [file, reason] of [
    ['/dev/zero', 'cannot be read: it is not a regular file.'],
    [pipe, 'cannot be read: it is not a regular file.'],
    [sparse, 'is too large: an image can be at most 5 MiB.'],
  ] as const) {
    const { code, stderr } = await run(['create', '--name', 'Trust', '--image', file])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${file} ${reason}`) })
    const catalogue = fileWith('c.yaml', `categories: [{category_name: Trust, category_image: ${file}}]`)
    const applied = await runAs(server, ['apply', '-f', catalogue])
    expect(applied.code).toBe(2)
    expect(applied.stderr).toMatch(/not a regular file|too large/)
  }
  const endless = await run(['create', '--name', 'Trust', '--image', '-'], { stdin: Buffer.alloc(6 * 2 ** 20) })
  expect(endless.stderr).toContain('Standard input is too large')
})

test('refuses an image from a terminal instead of waiting for it', async () => {
  const { code, stderr } = await run(['create', '--name', 'Trust', '--image', '-'], { tty: true })
  expect(code).toBe(2)
  expect(stderr).toContain('--image: Pipe the image into standard input, or pass its file.')
})

test('exits with 5 when the name is taken', async () => {
  await create('Trust')
  const { code, stderr } = await run(['create', '--name', 'trust', '--image', picture('picture.png'), '--json'])
  expect(code).toBe(5)
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'conflict',
    message: 'There is already a category named “trust”.',
    hint: null,
    status: 409,
  })
})

test('says nothing about a possible save when the server was not reached', async () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
  const { stderr } = await run(['create', '--name', 'Trust', '--image', picture('picture.png')], { server: { fetch } })
  expect(stderr).not.toContain('may have been saved')
})

test('update changes the given fields and keeps the rest', async () => {
  const created = await create('Trust')
  const id = String(created.id)
  const renamed = await run(['update', id, '--name', 'Honesty', '--json'])
  expect(renamed.stderr).toBe(`Updated category ${id}.\n`)
  expect(JSON.parse(renamed.stdout)).toEqual({ ...created, category_name: 'Honesty', version: 2 })
  const updated = JSON.parse((await run(['update', id, '--image', picture('picture.svg'), '--json'])).stdout)
  expect(updated).toMatchObject({ id: created.id, category_name: 'Honesty' })
  expect(updated.category_image).not.toBe(created.category_image)
})

test('update and delete take the slug or name in place of the id', async () => {
  const trust = await create('Trust')
  await create('Rest Together')
  const renamed = await run(['update', 'trust', '--name', 'Honesty'])
  expect(renamed).toMatchObject({ code: 0, stderr: `Updated category ${trust.id}.\n` })
  const { code, stdout } = await run(['delete', 'Rest Together', String(trust.id), 'honesty', '--yes', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout).summary).toMatchObject({ total: 2, done: 2 })
  expect(JSON.parse((await run(['list', '--json'])).stdout)).toEqual([])
})

test.each([
  [['update', '999', '--name', 'X'], 3, 'There is no category "999".'],
  [['update', '..', '--name', 'X'], 3, 'There is no category "..".'],
  [['update', '', '--name', 'X'], 3, 'There is no category "".'],
  [['update', 'trsut', '--name', 'X'], 3, 'There is no category "trsut".\n       Did you mean Trust?'],
  [['delete', 'trsut', 'trust', '--yes'], 3, 'There is no category "trsut".\n       Did you mean Trust?'],
  [['delete', '', '--yes'], 3, 'There is no category "".'],
  [['update', '1'], 2, 'Nothing to change. Pass at least one of --name, --image.'],
  [['update', '1', '--name', ''], 2, '--name: Category name cannot be empty.'],
  [['update'], 2, "missing required argument 'category'"],
  [['delete', '999', '--yes'], 3, 'There is no category 999.'],
  [['delete'], 2, 'Specify the categories to delete'],
  [['list', '--search', ''], 2, 'The value cannot be empty.'],
])('%j exits with %d', async (argv, exitCode, message) => {
  await create('Trust')
  const { code, stderr } = await run(argv)
  expect(code).toBe(exitCode)
  expect(stderr).toContain(message)
})

test('exits with 3 when the category was deleted before the save', async () => {
  const { id } = await create('Trust')
  const fetch = async (request: Request) => {
    if (request.method === 'POST') await run(['delete', String(id), '--yes'])
    return server.fetch(request)
  }
  expect(await run(['update', String(id), '--name', 'X'], { server: { fetch } })).toMatchObject({ code: 3 })
})

test('list searches names, prints every format, and says when nothing matches', async () => {
  await create('Trust')
  await create('Éros')
  const matches = await run(['list', '--search', 'ERO'])
  expect(matches.stdout).toMatch(/^ID +NAME +SLUG +IMAGE\n\d+ +Éros +eros +\/media\/\S+\n$/)
  expect(matches.stderr).toBe('1 category\n')
  const [names, ...rows] = readCsv((await run(['list', '--output', 'csv'])).stdout)
  expect(names).toEqual(['id', 'category_name', 'slug', 'category_image'])
  expect(rows.map((cells) => cells.slice(1, 3))).toEqual([
    ['Éros', 'eros'],
    ['Trust', 'trust'],
  ])
  expect((await run(['list', '--output', 'ndjson', '--fields', 'slug'])).stdout).toBe(
    '{"slug":"eros"}\n{"slug":"trust"}\n',
  )
  expect(await run(['list', '--search', 'x'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'No categories found matching your search.\n',
  })
})

test('delete shows names, asks, and refuses a category that has positions', async () => {
  const { id } = await create('Trust')
  const otherCategory = await create('Honesty')
  const position = ['positions', 'create', '--category', 'trust', '--name', 'P', '--image', picture('picture.png')]
  expect(await runAs(server, position)).toMatchObject({ code: 0 })
  const ids = [String(id), String(otherCategory.id)]
  const answers = [[/these categories\?/, 'y\r']] as const
  const { code, stdout, stderr } = await run(['delete', ...ids, '--json'], { tty: true, answers })
  expect(stderr).toContain(`Delete 2 categories on ${API_URL} (profile default):`)
  expect(stderr).toContain(`${id}  Trust`)
  expect(code).toBe(6)
  expect(JSON.parse(stdout)).toMatchObject({
    results: [
      { key: ids[0], action: 'delete', status: 'failed', error: { code: 'conflict', status: 409 } },
      { key: ids[1], action: 'delete', status: 'done' },
    ],
    summary: { total: 2, done: 1, absent: 0, failed: 1, skipped: 0 },
  })
  const alone = await run(['delete', ids[0] ?? '', '--yes', '--json'])
  expect(alone.code).toBe(5)
  expect(JSON.parse(alone.stderr).error.message).toContain('This category still has a position.')
})
