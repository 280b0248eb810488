import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshServer } from '@rapport/server/fresh-server'
import { beforeEach, expect, test } from 'vitest'
import { runAs } from '../../../test/support/run-as.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

const SAMPLES = join(import.meta.dirname, '../../../test/store')
const storeKit = join(SAMPLES, 'Products.storekit')
const priceList = join(SAMPLES, 'app_999_1m.csv')

const server = freshServer()
const run = (argv: readonly string[]) => runAs(server, ['products', ...argv])
const check = async (...files: string[]) => {
  const { code, stdout } = await run(['check', '--store', ...files, '--json'])
  const { results, summary } = JSON.parse(stdout)
  const found = results.map(
    ({ product_id, field, status }: Record<string, string>) => `${product_id} ${field} ${status}`,
  )
  return { code, found, results, summary }
}

beforeEach(async () => {
  const monthly = ['--product-id', 'app_999_1m', '--name', 'Monthly', '--price', '9.99', '--currency', 'USD']
  await run(['create', ...monthly, '--trial-days', '30'])
})

test("finds no difference in a StoreKit configuration with the server's products", async () => {
  const yearly = ['--product-id', 'app_5999_1y', '--name', 'Yearly', '--price', '59.99', '--currency', 'USD']
  await run(['create', ...yearly, '--billing-cycle', 'yearly'])
  const { code, summary } = await check(storeKit)
  expect({ code, summary }).toEqual({
    code: 0,
    summary: { total: 8, same: 8, differs: 0, missing: 0, extra: 0, unchecked: 0 },
  })
})

test('lists differing, missing and extra products, and exits with 8', async () => {
  await run(['update', 'app_999_1m', '--price', '12.49', '--trial-days', '7', '--billing-cycle', 'yearly'])
  await run(['create', '--product-id', 'app_199_1w', '--name', 'Weekly', '--price', '1.99'])
  const junit = join(temporaryFolder(), 'store.xml')
  const { code, stdout, stderr } = await run(['check', '--store', storeKit, '--junit', junit])
  expect(code).toBe(8)
  expect(stderr).toBe('1 same, 3 different, 1 missing, 1 extra, 0 could not check\n')
  expect(stdout.replaceAll(/ +/g, ' ')).toContain(
    [
      'app_999_1m price differs 12.49 here, 9.99 in the store',
      'app_999_1m currency same',
      'app_999_1m billing_cycle differs yearly here, P1M in the store',
      'app_999_1m trial_period_days differs 7 here, P1M in the store',
      'app_5999_1y product extra only in the store file',
      'app_199_1w product missing missing from the store file',
    ].join('\n'),
  )
  const xml = readFileSync(junit, 'utf8')
  expect(xml).toContain('tests="6" failures="5" skipped="0"')
  expect(xml).toContain('<failure type="differs" message="differs: 12.49 here, 9.99 in the store">')
})

test('compares a price list of App Store Connect with the product in its file name', async () => {
  const { code, found } = await check(priceList)
  expect(code).toBe(0)
  expect(found).toEqual([
    'app_999_1m price same',
    'app_999_1m currency same',
    'app_999_1m billing_cycle unchecked',
    'app_999_1m trial_period_days unchecked',
  ])
  await run(['update', 'app_999_1m', '--currency', 'EUR'])
  expect(await check(priceList)).toMatchObject({
    code: 8,
    results: [{ status: 'differs', store: '10.99' }, {}, {}, {}],
  })

  const unnamed = await run(['check', '--store', fileWith('prices.csv', readFileSync(priceList))])
  expect(unnamed.code).toBe(2)
  expect(unnamed.stderr).toContain('Name the file after the product_id')
})

test.each([
  [
    'the list of this tool',
    'product_id,price,currency,billing_cycle,trial_period_days\napp_999_1m,9.99,USD,monthly,30',
  ],
  ['headers for people', 'Product ID,Price,Currency Code,Period,Trial\napp_999_1m,"9,99",usd,1 Month,P1M'],
])('finds no difference in a CSV with %s', async (_name, csv) => {
  expect(await check(fileWith('own.csv', csv))).toMatchObject({ code: 0, summary: { total: 4, same: 4 } })
})

test('reports values that a CSV lacks as unchecked', async () => {
  expect(await check(fileWith('own.csv', 'product_id,price,currency\napp_999_1m,12.99,EUR'))).toMatchObject({
    code: 8,
    found: [
      'app_999_1m price unchecked',
      'app_999_1m currency differs',
      'app_999_1m billing_cycle unchecked',
      'app_999_1m trial_period_days unchecked',
    ],
    results: [{ reason: 'The file has no price in USD.' }, {}, {}, {}],
  })
})

test.each(['{"products": []}', 'id,amount\n1,2'])('refuses %j', async (text) => {
  const { code, stderr } = await run(['check', '--store', fileWith('file.txt', text)])
  expect(code).toBe(2)
  expect(stderr).toContain('is not an app store file.')
})
