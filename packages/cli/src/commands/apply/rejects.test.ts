import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshServer } from '@rapport/server/fresh-server'
import { expect, test } from 'vitest'
import { productsCsv, listProducts } from '../../../test/support/products.ts'
import { runAs, type SignedInServer } from '../../../test/support/run-as.ts'
import { refusing, watched } from '../../../test/support/servers.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

const server = freshServer()

const refusingOne = () => refusing(server, 'com.example.p0')

test('--rejects does not overwrite an input', async () => {
  const csv = productsCsv(2, 1)
  const file = fileWith('products.csv', csv)
  for (const rejects of [file, join(file, '..', '.', 'products.csv')]) {
    const { code, stderr } = await runAs(refusingOne(), ['apply', '-f', file, '--rejects', rejects, '--yes'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--rejects would overwrite') })
  }
  expect(readFileSync(file, 'utf8')).toBe(csv)
  expect(await listProducts(server)).toEqual([])
})

test('--rejects replaces a file only when rows are rejected, and only after a question or with --yes', async () => {
  const file = fileWith('products.csv', productsCsv(2, 1))
  const existingFile = fileWith('notes.csv', 'mine')
  const argv = ['apply', '-f', file, '--rejects', existingFile]
  const refused = await runAs(refusingOne(), argv)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`Replacing ${existingFile} requires confirmation`)
  const answers = [[/Replace it if rows are rejected\?/, 'n\r']] as const
  expect(await runAs(refusingOne(), argv, { tty: true, answers })).toMatchObject({ code: 1 })
  expect(await listProducts(server)).toEqual([])
  expect(await runAs(server, [...argv, '--yes'])).toMatchObject({ code: 0 })
  expect(readFileSync(existingFile, 'utf8')).toBe('mine')
  writeFileSync(file, productsCsv(2, 2).replaceAll('com.example.p', 'com.example.p0'))
  expect(await runAs(refusingOne(), [...argv, '--yes'])).toMatchObject({ code: 1 })
  expect(readFileSync(existingFile, 'utf8')).toContain('com.example.p00')
})

test.each([
  ['yaml', (image: string) => `categories:\n  - category_name: " "\n    category_image: ${image}\n`],
  ['csv', (image: string) => `category_name,category_image\n" ",${image}\n`],
])('keeps image URLs in rejected rows of a %s, and adjusts image paths', async (format, textOf) => {
  for (const [image, expectedPath] of [
    ['https://cdn.test/a.png', 'https://cdn.test/a.png'],
    ['red.png', '../red.png'],
  ] as const) {
    const file = fileWith(`categories.${format}`, textOf(image))
    const rejects = join(dirname(file), 'out', `rejected.${format}`)
    expect(await runAs(server, ['apply', '-f', file, '--rejects', rejects])).toMatchObject({ code: 2 })
    expect(readFileSync(rejects, 'utf8')).toContain(expectedPath)
  }
})

test('--rejects writes no file when no row is rejected', async () => {
  const rejects = join(temporaryFolder(), 'rejected.csv')
  const file = fileWith('products.csv', productsCsv(2, 1))
  expect(await runAs(server, ['apply', '-f', file, '--rejects', rejects])).toMatchObject({ code: 0 })
  expect(existsSync(rejects)).toBe(false)
})

/** Puts a file where the folder of the rejects file should be, after the first response. */
const blocking = (target: SignedInServer) => {
  const folder = join(temporaryFolder(), 'rejected')
  const blocked = watched(target, (_request, respond) => {
    if (!existsSync(folder)) writeFileSync(folder, '')
    return respond()
  })
  return { blocked, rejects: join(folder, 'rejected.csv') }
}

test('prints results and issues even if the rejects file can no longer be written', async () => {
  const file = fileWith('products.csv', productsCsv(2, 1))
  const blockedOnce = blocking(refusingOne())
  const { code, stdout, stderr } = await runAs(blockedOnce.blocked, [
    'apply',
    '-f',
    file,
    '--rejects',
    blockedOnce.rejects,
    '--json',
  ])
  expect(code).toBe(1)
  expect(JSON.parse(stdout).summary).toMatchObject({ total: 2, done: 1, failed: 1 })
  const error = JSON.parse(stderr.trim().split('\n').at(-1) ?? '')
  expect(error).toMatchObject({ error: { code: 'not_written', message: expect.stringContaining(blockedOnce.rejects) } })
  const blockedAgain = blocking(refusingOne())
  const readable = await runAs(blockedAgain.blocked, ['apply', '-f', file, '--rejects', blockedAgain.rejects])
  expect(readable.stderr).toContain('0 created, 0 updated, 0 deleted, 1 unchanged, 1 failed\n')

  writeFileSync(file, 'product_id,name,price\na,A,much\n')
  const blockedWithInvalidRow = blocking(server)
  const mistaken = await runAs(blockedWithInvalidRow.blocked, [
    'apply',
    '-f',
    file,
    '--rejects',
    blockedWithInvalidRow.rejects,
    '--json',
  ])
  expect(mistaken.code).toBe(2)
  expect(JSON.parse(mistaken.stderr).error).toMatchObject({
    code: 'bad_rows',
    hint: expect.stringContaining(`${blockedWithInvalidRow.rejects} cannot be written`),
    mistakes: [{ line: 2, column: 1 }],
  })
})

test('sends nothing if the rejects file cannot be written', async () => {
  const file = fileWith('products.csv', productsCsv(1, 1))
  const watchedServer = watched(server)
  for (const [rejects, code, expectedReason] of [
    [join(file, 'rejected.csv'), 1, 'cannot be written: part of the path is not a folder.'],
    [join(file, '..'), 2, 'is a folder.'],
  ] as const) {
    const result = await runAs(watchedServer, ['apply', '-f', file, '--rejects', rejects, '--yes'])
    expect(result).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(`error: ${rejects} ${expectedReason}\n`),
    })
  }
  expect(watchedServer.calls).toEqual([])
})

const rejectsOf = async (file: string, extension: string) => {
  const rejects = join(temporaryFolder(), `rejected.${extension}`)
  const { code, stderr } = await runAs(server, ['apply', '-f', file, '--rejects', rejects])
  expect(code).toBe(2)
  return { text: existsSync(rejects) ? readFileSync(rejects, 'utf8') : undefined, stderr }
}

test('a row of a CSV with the wrong number of cells is named and left out of --rejects', async () => {
  const csv = 'product_id,name,price\na,A,1\nb,B\nc,C,1,2\nd,D,much\n'
  const { text, stderr } = await rejectsOf(fileWith('products.csv', csv), 'csv')
  expect(text).toBe('product_id,name,price\r\nd,D,much\r\n')
  expect(stderr).toContain(':3:1: This row has 2 cells, but the first line has 3.')
})

test('entries of YAML and JSON go to --rejects unchanged, unknown fields included', async () => {
  const entries = [
    { product_id: 7, price: 1.5, trial_period_days: 'long', colour: { of: ['red'] }, name: null },
    { product_id: 'b', name: ['x'], price: '1.50' },
  ]
  const file = fileWith('a.json', JSON.stringify({ products: entries }))
  const json = await rejectsOf(file, 'json')
  const [firstEntry, ...otherEntries] = entries
  // Numbers are written as the texts in the input.
  expect(JSON.parse(json.text ?? '')).toEqual({
    products: [{ ...Object(firstEntry), product_id: '7', price: '1.5' }, ...otherEntries],
  })
  const yaml = await rejectsOf(
    fileWith('a.yaml', 'products:\n  - {product_id: 0123, price: 1.50, name: [x]}\n'),
    'yaml',
  )
  expect(yaml.text).toContain('product_id: "0123"\n')
  expect(yaml.text).toContain('price: "1.50"\n')
  expect(yaml.text).toContain('name:\n      - x\n')
})
