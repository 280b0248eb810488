import { join } from 'node:path'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { freshServer } from '@rapport/server/fresh-server'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runAs } from '../../../test/support/run-as.ts'
import type { RunOptions } from '../../../test/support/run-cli.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

const server = freshServer()

const run = (argv: readonly string[], options: RunOptions = {}) => runAs(server, ['products', ...argv], options)
const minimal = (product_id: string) => ['--product-id', product_id, '--name', 'Monthly', '--price', '9.99']
async function create(product_id: string, ...extraArgv: string[]): Promise<Product> {
  return JSON.parse((await run(['create', ...minimal(product_id), ...extraArgv, '--json'])).stdout)
}
const list = async (): Promise<Product[]> => JSON.parse((await run(['list', '--json'])).stdout)

test('create prints the record with the defaults of the contract', async () => {
  const { code, stdout, stderr } = await run(['create', ...minimal('app_999_1m'), '--json'])
  const product = JSON.parse(stdout)
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Created product ${product.id}.\n` })
  expect(product).toEqual({
    id: expect.any(Number),
    product_id: 'app_999_1m',
    name: 'Monthly',
    price: 9.99,
    currency: 'EUR',
    billing_cycle: 'monthly',
    trial_period_days: 0,
    version: 1,
  })
  expect(JSON.parse((await run(['list', '--json'])).stdout)).toEqual([product])
})

test.each(['0', '0.07', '19.99', '99999999.99'])('sends the price %s with exactly its digits', async (price) => {
  let sentText = ''
  const fetch = async (request: Request) => {
    if (request.method === 'POST') sentText = await request.clone().text()
    return server.fetch(request)
  }
  const argv = ['create', '--product-id', 'app_1m', '--name', 'X', '--price', price]
  expect(await run(argv, { server: { fetch } })).toMatchObject({ code: 0 })
  const digits = price.replace(/^0+(?=\d)/, '').replace(/(\.\d*?)0+$/, '$1')
  expect(sentText).toContain(`"price":${digits},`)
})

test('reports all issues at once, before any call', async () => {
  const fetch = () => Promise.reject(new Error('nothing is asked'))
  const argv = ['create', '--price', '9,99', '--currency', 'CHF', '--billing-cycle', 'daily', '--trial-days', '1.5']
  const { code, stderr } = await run(argv, { server: { fetch } })
  expect(code).toBe(2)
  expect(stderr).toBe(
    'error: Missing: --product-id, --name.\n' +
      '       --price: "9,99" is not a number such as 9.99.\n' +
      '       --currency: Choose from EUR, USD, GBP.\n' +
      '       --billing-cycle: Choose from monthly, yearly, weekly.\n' +
      '       --trial-days: Trial days must be a whole number from 0 to 99999.\n' +
      '       See rapport products create --help\n',
  )
})

test('reports an invalid value of update before any call', async () => {
  const fetch = () => Promise.reject(new Error('nothing is asked'))
  const argv = ['update', '999', '--name', ' ', '--price', 'abc', '--trial-days', '7']
  const { code, stderr } = await run(argv, { server: { fetch } })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'error: --name: The value cannot be empty.\n' +
      '       --price: "abc" is not a number such as 9.99.\n' +
      '       See rapport products update --help\n',
  })
})

test.each([
  ['', '"" is not a number such as 9.99.'],
  ['1e3', '"1e3" is not a number such as 9.99.'],
  ['0.10000000000000000001', 'is not a number such as 9.99.'],
  ['9.999', 'Price can have two decimal places at most.'],
  ['-1', 'Price must be 0 or more.'],
  ['99999999999', 'Price must be at most 99999999.99.'],
  ['1234567890123456', 'Price must be at most 99999999.99.'],
  ['9'.repeat(400), 'Price must be at most 99999999.99.'],
])('the price %j is refused', async (price, message) => {
  const { code, stderr } = await run(['create', '--product-id', 'a', '--name', 'X', '--price', price])
  expect(code).toBe(2)
  expect(stderr).toContain(`--price: `)
  expect(stderr).toContain(message)
})

test('saves a product that a store would refuse, with a hint on stderr', async () => {
  const argv = ['create', '--product-id', 'App 1y', '--name', 'X', '--price', '7.33', '--trial-days', '40', '--json']
  const { code, stdout, stderr } = await run(argv)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ product_id: 'App 1y' })
  expect(stderr).toMatch(/^hint: --product-id: App Store: /m)
  expect(stderr).toMatch(/^hint: --price: App Store: /m)
  expect(stderr).toMatch(/^hint: --trial-days: App Store: /m)
  expect(stderr).not.toContain('Google Play')
  expect((await run(['create', ...minimal('App 2'), '--quiet'])).stderr).toBe('')
})

test('prints hints by the rules of the stores that the server names', async () => {
  await server.restart({ stores: ['google-play'] })
  const { stderr } = await run(['create', '--product-id', 'App_1y', '--name', 'X', '--price', '7.33'])
  expect(stderr).toMatch(/^hint: --product-id: Google Play: .*\nCreated product \d+\.\n$/)
})

test('update changes the given fields and sends the rest unchanged', async () => {
  const created = await create('app_1m', '--currency', 'USD', '--trial-days', '7')
  const sentProducts: unknown[] = []
  const fetch = async (request: Request) => {
    if (request.method === 'PUT') sentProducts.push(await request.clone().json())
    return server.fetch(request)
  }
  const argv = ['update', String(created.id), '--price', '12.49', '--json']
  const { code, stdout, stderr } = await run(argv, { server: { fetch } })
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Updated product ${created.id}.\n` })
  const { version, ...fields } = created
  expect(sentProducts).toEqual([{ ...fields, price: 12.49 }])
  expect(JSON.parse(stdout)).toEqual({ ...fields, price: 12.49, version: Number(version) + 1 })
})

test('update prints hints only about the given fields', async () => {
  const { id } = await create('app_1m', '--trial-days', '2')
  const renamed = await run(['update', String(id), '--product-id', 'app_2'])
  expect(renamed.stderr).toBe(
    'hint: --product-id: In the stores an ID never changes: another ID is another product.\n' +
      `Updated product ${id}.\n`,
  )
  const extended = await run(['update', String(id), '--trial-days', '5', '--billing-cycle', 'weekly'])
  expect(extended.stderr).toMatch(/^hint: --billing-cycle: In the stores a billing period never changes/m)
  expect(extended.stderr).toMatch(/^hint: --trial-days: App Store: /m)
})

test.each([
  [['update', '999', '--name', 'X'], 3, 'There is no product "999".'],
  [['update', '1'], 2, 'Nothing to change. Pass at least one of --product-id, --name, --price'],
  [['update', '1', '--product-id', 'taken'], 5, 'There is already a product with the ID “taken”.'],
  [['create', ...minimal('taken')], 5, 'There is already a product with the ID “taken”.'],
  [['delete', '999', '--yes'], 3, 'There is no product 999.'],
  [['delete', '1'], 2, 'requires confirmation'],
])('%j exits with %d', async (argv, exitCode, message) => {
  const { id } = await create('app_1m')
  await create('taken')
  const { code, stdout, stderr } = await run(argv.map((word) => (word === '1' ? String(id) : word)))
  expect(code).toBe(exitCode)
  expect(argv[0] === 'delete' || stdout === '').toBe(true)
  expect(stderr).toContain(message)
})

test('--json prints only the error on stderr, without warnings', async () => {
  const { id } = await create('app_1m')
  await create('app_2')
  const takingId = ['update', String(id), '--price', '999', '--product-id', 'app_2', '--json', '--yes']
  const { code, stderr } = await run(takingId)
  expect({ code, error: JSON.parse(stderr).error.code }).toEqual({ code: 5, error: 'conflict' })
  const { stderr: warned } = await run(['update', String(id), '--price', '999', '--json', '--yes'])
  expect(warned).toMatch(/^warning: A price changes by more than half:/)
})

test('the list shows prices with their cents, and its CSV deletes what it lists', async () => {
  const { id } = await create('app_1m', '--trial-days', '3')
  await run(['update', String(id), '--price', '10.5'])
  const { stdout, stderr } = await run(['list'])
  expect(stdout).toMatch(
    /^ID +PRODUCT ID +NAME +PRICE +CURRENCY +BILLING +TRIAL DAYS\n\d+ +app_1m +Monthly +10\.50 +EUR +monthly +3\n$/,
  )
  expect(stderr).toBe('1 product\n')
  const csv = (await run(['list', '--output', 'csv'])).stdout
  expect(csv).toMatch(/^id,product_id,name,price,currency,billing_cycle,trial_period_days\r\n/)
  expect(await run(['delete', '--from-file', '-', '--yes'], { stdin: csv })).toMatchObject({ code: 0 })
  // The message of an empty list.
  expect(await run(['list'])).toMatchObject({ stdout: '', stderr: 'No products available.\n' })
})

test('list searches, sorts and limits, and says how many match', async () => {
  for (const price of ['10.5', '9.25', '9.5'])
    await run(['create', '--product-id', `app_${price}`, '--name', 'P', '--price', price])
  await create('other')
  const { stdout, stderr } = await run(['list', '--search', 'APP_', '--sort', '-price', '--limit', '2', '-o', 'yaml'])
  expect(parse(stdout)).toMatchObject([{ price: 10.5 }, { price: 9.5 }])
  expect(stderr).toBe('2 of 3 products\n')
  expect(await run(['list', '--sort', 'cost'])).toMatchObject({ code: 2 })
})

test("accepts a product_id as reference, unless it is another product's id", async () => {
  const { id } = await create('app_1m')
  expect(JSON.parse((await run(['get', 'app_1m', '--json'])).stdout)).toMatchObject({ id })
  expect(await run(['get', 'APP_1M'])).toMatchObject({ code: 3 })
  await create(String(id))
  for (const argv of [['get'], ['update', '--price', '1', '--yes'], ['delete', '--yes']]) {
    const { code, stderr } = await run([...argv, String(id)])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`Use id:`) })
  }
  expect(await run(['update', `product_id:${id}`, '--price', '1', '--yes'])).toMatchObject({ code: 0 })
  expect(JSON.parse((await run(['delete', 'app_1m', '--yes', '--json'])).stdout).summary).toMatchObject({ done: 1 })
})

test('asks on a terminal before a price changes by more than half, and refuses it elsewhere without --yes', async () => {
  await create('app_1m')
  const declining: RunOptions = { tty: true, answers: [[/Save anyway\?/, 'n\r']] }
  const declined = await run(['update', 'app_1m', '--price', '99.9'], declining)
  expect(declined).toMatchObject({ code: 1, stderr: expect.stringContaining('error: Nothing was changed.') })
  expect(await run(['update', 'app_1m', '--price', '12.49'], { tty: true })).toMatchObject({ code: 0 })
  const unasked = await run(['update', 'app_1m', '--price', '1.29'])
  expect(unasked).toMatchObject({
    code: 2,
    stderr:
      'error: A price changes by more than half:\n         Monthly, app_1m: 12.49 → 1.29\n       Nothing was changed.\n       Check the prices, then pass --yes.\n',
  })
  const warned = await run(['update', 'app_1m', '--price', '1.29', '--yes'])
  expect(warned.stderr).toContain(
    'warning: A price changes by more than half:\n  Monthly, app_1m: 12.49 → 1.29\nUpdated product',
  )

  const argv = ['apply', '-f', fileWith('products.csv', 'product_id,price\napp_1m,9.99')]
  const refused = await runAs(server, argv, declining)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('products/app_1m: 1.29 → 9.99') })
  expect(await runAs(server, argv)).toMatchObject({ code: 2, stdout: '' })
  const piped = await runAs(server, ['apply', '-f', '-'], { stdin: 'product_id,price\napp_1m,9.99' })
  expect(piped.code).toBe(2)
  const plan = join(temporaryFolder(), 'plan.json')
  const planned = await runAs(server, ['diff', ...argv.slice(1), '--out', plan])
  expect(planned.stdout).toContain('price: 1.29 → 9.99')
  const applied = await runAs(server, ['apply', plan])
  expect(applied.stderr).toContain('warning: A price changes by more than half:')
  expect((await list()).map(({ price }) => price)).toEqual([9.99])
})

test('says that a product was saved if it cannot be read back', async () => {
  const fetch = async (request: Request) => {
    if (request.method === 'GET') return Response.json({ code: 500, message: 'No.' }, { status: 500 })
    await server.fetch(request)
    return Response.json({ code: 200, message: 'Saved.' })
  }
  const { code, stderr } = await run(['create', ...minimal('app_1m')], { server: { fetch } })
  expect(code).toBe(1)
  expect(stderr).toContain('Product app_1m was saved, but could not be read back: No.')
})
