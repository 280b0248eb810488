import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileWith, productsCsv, productsOf, runAs, type SignedInServer, watched } from '../../../test/catalogue.ts'
import { tempFolder } from '../../../test/temp-folder.ts'

let testServer: TestServer
let server: SignedInServer

beforeEach(async () => {
  testServer = await startTestServer()
  server = { fetch: testServer.fetch, token: await testServer.signIn() }
})
afterEach(() => testServer.close())

/** A server that refuses the product p0 and takes all others. */
const refusing = () =>
  watched(server, async (request, answer) => {
    const isBad = request.method === 'POST' && (await request.clone().text()).includes('com.example.p0')
    return isBad ? Response.json({ code: 422, message: 'No.' }, { status: 422 }) : answer()
  })

test('--rejects does not write over a file that is to be applied, by whatever name', async () => {
  const csv = productsCsv(2, 1)
  const file = fileWith('products.csv', csv)
  const link = join(tempFolder(), 'link.csv')
  symlinkSync(file, link)
  for (const rejects of [file, join(file, '..', '.', 'products.csv'), link]) {
    const { code, stderr } = await runAs(refusing(), ['apply', '-f', file, '--rejects', rejects, '--yes'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--rejects would write over') })
  }
  expect(readFileSync(file, 'utf8')).toBe(csv)
  expect(await productsOf(server)).toEqual([])
})

test('--rejects replaces a file only after a question, or with --yes, and only when rows are refused', async () => {
  const file = fileWith('products.csv', productsCsv(2, 1))
  const mine = fileWith('notes.csv', 'mine')
  const argv = ['apply', '-f', file, '--rejects', mine]
  const refused = await runAs(refusing(), argv)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`Replacing ${mine} needs --yes`)
  const answers = [[/Replace it then\?/, 'n']] as const
  expect(await runAs(refusing(), argv, { tty: true, answers })).toMatchObject({ code: 1 })
  expect(await productsOf(server)).toEqual([])
  expect(await runAs(server, [...argv, '--yes'])).toMatchObject({ code: 0 })
  expect(readFileSync(mine, 'utf8')).toBe('mine')
  writeFileSync(file, productsCsv(2, 2).replaceAll('com.example.p', 'com.example.p0'))
  expect(await runAs(refusing(), [...argv, '--yes'])).toMatchObject({ code: 1 })
  expect(readFileSync(mine, 'utf8')).toContain('com.example.p00')
})

test('--rejects writes no file when no row is refused', async () => {
  const rejects = join(tempFolder(), 'refused.csv')
  const file = fileWith('products.csv', productsCsv(2, 1))
  expect(await runAs(server, ['apply', '-f', file, '--rejects', rejects])).toMatchObject({ code: 0 })
  expect(existsSync(rejects)).toBe(false)
})
