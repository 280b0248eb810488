import { freshServer } from '@rapport/server/fresh-server'
import { beforeEach, expect, test } from 'vitest'
import { RED_PNG } from '../../test/support/images.ts'
import { runAs } from '../../test/support/run-as.ts'
import { fileWith } from '../../test/support/temporary-folder.ts'

const server = freshServer()
const run = (argv: readonly string[], stdin = '') => runAs(server, argv, { stdin })
const get = async (...argv: string[]) => JSON.parse((await run([...argv, '--json'])).stdout)
const image = fileWith('red.png', RED_PNG)

beforeEach(async () => {
  await run(['categories', 'create', '--name', 'Trust', '--image', image])
})

test.each([
  ['JSON', '{"product_id": "a", "name": "A", "price": 9.90}'],
  ['YAML', '# A comment\nproduct_id: a\nname: A\nprice: 9.90\n'],
  ['what get --json prints', '{"id":7,"product_id":"a","name":"A","price":9.9,"currency":"EUR","version":3}'],
])('creates a record from %s', async (_format, body) => {
  expect(await run(['products', 'create', '--body', '-'], body)).toMatchObject({ code: 0 })
  expect(await get('products', 'get', 'a')).toMatchObject({ name: 'A', price: 9.9, currency: 'EUR', version: 1 })
})

test('creates a position with its category and an image beside the file, and flags add fields', async () => {
  const body = fileWith('nod.yaml', `category: trust\nsubcategory_name: Nod\nsub_cat_image: ${image}\n`)
  expect(await run(['positions', 'create', '--body', body, '--tips', 'Slowly'])).toMatchObject({ code: 0 })
  expect(await get('positions', 'get', 'Nod')).toMatchObject({ subcategory_name: 'Nod', tips: 'Slowly' })
})

test('updates only the fields of the record, and takes back what get --json prints', async () => {
  await run(['positions', 'create', '--category', 'trust', '--name', 'Nod', '--image', image, '--tips', 'Slowly'])
  expect(await run(['positions', 'update', 'Nod', '--body', '-'], '{"tips": null}')).toMatchObject({ code: 0 })
  const position = await get('positions', 'get', 'Nod')
  expect(position.tips ?? '').toBe('')
  const body = JSON.stringify({ ...position, subcategory_name: 'Bow' })
  expect(await run(['positions', 'update', 'Nod', '--body', '-'], body)).toMatchObject({ code: 0 })
  const bow = await get('positions', 'get', 'Bow')
  expect(bow).toMatchObject({ id: position.id, sub_cat_image: position.sub_cat_image })
  const category = await get('categories', 'get', 'trust')
  const renamed = JSON.stringify({ ...category, category_name: 'Honesty' })
  expect(await run(['categories', 'update', 'trust', '--body', '-'], renamed)).toMatchObject({ code: 0 })
})

test('refuses a record that was changed after it was read, and another record', async () => {
  await run(['products', 'create', '--product-id', 'a', '--name', 'A', '--price', '1'])
  const read = JSON.stringify(await get('products', 'get', 'a'))
  await run(['products', 'update', 'a', '--name', 'B'])
  const stale = await run(['products', 'update', 'a', '--body', '-'], read)
  expect(stale).toMatchObject({ code: 5, stderr: expect.stringContaining('was changed after standard input was read') })
  const other = await run(['products', 'update', 'a', '--body', '-'], '{"id": 99, "name": "C"}')
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('standard input is product 99, not 1.') })
  expect(await get('products', 'get', 'a')).toMatchObject({ name: 'B' })
})

test.each([
  [
    ['products', 'create', '--name', 'B'],
    '{"name": "A"}',
    'name of standard input and --name are the same field: give it once.',
  ],
  [['products', 'create'], '{"name": "A", "prize": 1}', 'standard input:1:15: There is no field "prize" in products'],
  [['products', 'create'], '{"name": "A"}', 'Missing: --product-id, --price.'],
  [['products', 'create'], '{"price": "9,90"}', '"9,90" is not a number such as 9.99.'],
  [['products', 'create'], '[{"name": "A"}, {"name": "B"}]', 'standard input must contain exactly one product.'],
  [['products', 'create'], '', 'standard input must contain exactly one product.'],
  [['products', 'create'], 'A', 'standard input:1:1: '],
  [
    ['categories', 'create'],
    '{"category_name": "A", "slug": "a"}',
    'slug of standard input cannot be set: the server makes it.',
  ],
  [['categories', 'create'], '{"category_name": "A", "category_image": "none.png"}', 'There is no file none.png.'],
  [['products', 'update', 'a'], '{"currency": "CHF"}', '--currency: Choose from EUR, USD, GBP.'],
])('%j refuses the body %j with a clear error', async (argv, body, message) => {
  const { code, stderr } = await run([...argv, '--body', '-'], body)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
})
