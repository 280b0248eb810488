import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RED_PNG } from './support/images.ts'
import { runAs } from './support/run-as.ts'
import { fileWith } from './support/temporary-folder.ts'

let server: TestServer
let token: string
const NAMES = ['Couple’s Talk', 'Łódź 10', 'Lodz 9', 'Anne‑Marie', 'van  der Berg', 'Straße']

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  const image = fileWith('red.png', RED_PNG)
  for (const name of NAMES) await run(['categories', 'create', '--name', name, '--image', image])
  for (const [id, name] of [
    ['a_10', 'Plan 10'],
    ['a_9', 'Plan 9'],
  ] as const)
    await run(['products', 'create', '--product-id', id, '--name', name, '--price', '1'])
})
afterAll(() => server.close())

const run = (argv: readonly string[]) => runAs({ fetch: server.fetch, token }, argv)
const list = async (...argv: string[]) => JSON.parse((await run([...argv, '--json'])).stdout)

test.each([
  ["couple's", ['Couple’s Talk']],
  ['talk couple', ['Couple’s Talk']],
  ['anne-marie', ['Anne‑Marie']],
  ['van der berg', ['van  der Berg']],
  ['lodz', ['Lodz 9', 'Łódź 10']],
  ['strasse', ['Straße']],
  ['#2', ['Łódź 10']],
])('a search for %j finds %j', async (search, names) => {
  const found = await list('categories', 'list', '--search', search)
  expect(found.map((record: { category_name: string }) => record.category_name)).toEqual(names)
})

test('a search finds words of different fields', async () => {
  expect(await list('products', 'list', '--search', 'a_9 plan')).toHaveLength(1)
})

test('sorts as it searches, and numbers in names by value', async () => {
  const names = async (noun: string, field: string) =>
    (await list(noun, 'list', '--sort', field)).map((record: Record<string, string>) => record[field])
  expect(await names('categories', 'category_name')).toEqual([
    'Anne‑Marie',
    'Couple’s Talk',
    'Lodz 9',
    'Łódź 10',
    'Straße',
    'van  der Berg',
  ])
  expect(await names('products', 'name')).toEqual(['Plan 9', 'Plan 10'])
})

test.each([
  ["COUPLE'S TALK", 'Couple’s Talk'],
  ["name:couple's talk", 'Couple’s Talk'],
  ['anne-marie', 'Anne‑Marie'],
  ['Lodz 10', 'Łódź 10'],
  ['#3', 'Lodz 9'],
])('%j names the category %j', async (reference, name) => {
  expect(await list('categories', 'get', reference)).toMatchObject({ category_name: name })
})

test('gets a user by an id with a #, and by an address in other letter case', async () => {
  const { id, email } = await server.addUser({ email: 'Jürgen@example.org' })
  for (const reference of [`#${id}`, ` ${id}`, 'JÜRGEN@example.org', 'jurgen@example.org'])
    expect(await list('users', 'get', reference)).toMatchObject({ id, email })
})
