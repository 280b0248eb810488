import { describe, expect, it } from 'vitest'
import { DEFAULT_STORES, type Store } from '../../api/stores.ts'
import { brokenProducts, storeWarnings } from './store-rules.ts'

const BOTH: Store[] = ['app-store', 'google-play']
const doubtedBy = (warnings: string[]) => warnings.map((warning) => warning.split(/[: ]/)[0])

describe('a product ID', () => {
  it.each([
    ['app_999_1m', []],
    ['a', []],
    ['', []],
    ['  app.gold ', []],
    ['App_Gold', ['Google']],
    ['app-gold', ['Google']],
    ['_app', ['Google']],
    ['a'.repeat(41), ['Google']],
    ['a'.repeat(101), ['App', 'Google']],
    ['app gold', ['App', 'Google']],
    ['äpp', ['App', 'Google']],
    ['android.test.gold', ['Google']],
  ])('%j gets the warnings %j', (product_id, stores) => {
    expect(doubtedBy(storeWarnings({ product_id }, BOTH).product_id)).toEqual(stores)
  })

  it('is checked only by the rules of the stores that sell it', () => {
    expect(storeWarnings({ product_id: 'App_Gold' }, DEFAULT_STORES).product_id).toEqual([])
    expect(doubtedBy(storeWarnings({ product_id: 'app gold' }, ['google-play']).product_id)).toEqual(['Google'])
  })

  it('warns when it changes', () => {
    const saved = { product_id: 'app_gold' }
    expect(storeWarnings({ product_id: 'app_gold' }, DEFAULT_STORES, saved).product_id).toEqual([])
    expect(storeWarnings({ product_id: 'app_silver' }, DEFAULT_STORES, saved).product_id).toEqual([
      'In the stores an ID never changes: another ID is another product.',
    ])
  })
})

describe('a free trial', () => {
  it.each([
    [0, []],
    [null, []],
    ['two weeks', []],
    [1, ['App', 'Google']],
    [2, []],
    ['3', []],
    [5, ['App']],
    [7, []],
    [30, []],
    [366, []],
    [1098, ['App']],
    [1099, ['App', 'Google']],
  ])('of %j days gets the warnings %j', (trial_period_days, stores) => {
    expect(doubtedBy(storeWarnings({ trial_period_days }, BOTH).trial_period_days)).toEqual(stores)
  })
})

it('warns of a billing cycle when it changes', () => {
  const saved = { billing_cycle: 'monthly' }
  expect(storeWarnings({ billing_cycle: 'monthly' }, DEFAULT_STORES, saved).billing_cycle).toEqual([])
  expect(storeWarnings({ billing_cycle: 'yearly' }, DEFAULT_STORES, saved).billing_cycle).toHaveLength(1)
  expect(storeWarnings({ billing_cycle: 'yearly' }, DEFAULT_STORES, { billing_cycle: null }).billing_cycle).toEqual([])
})

it('warns of a name that is too long for the App Store', () => {
  expect(storeWarnings({ name: 'x'.repeat(64) }, DEFAULT_STORES).name).toEqual([])
  expect(storeWarnings({ name: 'x'.repeat(65) }, DEFAULT_STORES).name).toHaveLength(1)
})

/** Prices as subscription apps have them, and the tiers of earlier price lists, which Apple kept. */
const REAL_PRICES = `
  0.29 0.49 0.79 0.90 0.95 0.99 1 1.09 1.19 1.49 1.95 1.99 2.29 2.49 2.99 3.49 3.99 4.49 4.90 4.99 5 5.49 5.99 6.99 7.49 7.99 8.99 9.49
  9.90 9.99 10 10.49 10.99 11.49 11.99 12 12.49 12.99 13.99 14.49 14.90 14.99 15 15.99 16.99 17.99 18.99 19.95 19.99 20 21.99 22.99
  23.99 24.99 25 26.99 27.99 28.99 29.90 29.99 30 32.99 34.99 36.99 38.99 39.99 43.99 44.99 47.99 49.99 50 53.99 54.99 58.99 59.99
  64.99 69.99 74.99 79.90 79.99 84.99 89.99 94.99 99 99.90 99.99 100 104.99 109.99 119.99 120 124.99 129.99 139.99 144.99 149.99
  159.99 179.99 199 199.99 200 209.99 219.99 229.99 239.99 249.99 299.99 349.99 399.99 449.99 499.99 549.99 599.99 699.99 799.99
  899.99 999 999.99 1000 1099.99 1199.99 1999.99`
  .trim()
  .split(/\s+/)

describe('a price', () => {
  it.each(['EUR', 'USD'])('of a real price list in %s gets no hint', (currency) => {
    const flagged = REAL_PRICES.filter((price) => storeWarnings({ price, currency }, DEFAULT_STORES).price.length > 0)
    expect(flagged).toEqual([])
  })

  it.each([
    [7.33, '7.29 and 7.39'],
    ['12.34', '12.00 and 12.49'],
    ['10.09', '10.00 and 10.49'],
    [60.49, '60.00 and 60.90'],
    [204.5, '204.00 and 204.90'],
    [0.1, '0.29'],
  ])('of %j, which is no price point, gets the nearest ones', (price, nearest) => {
    expect(storeWarnings({ price, currency: 'EUR' }, DEFAULT_STORES).price).toEqual([
      `App Store: ${Number(price).toFixed(2)} is not a price point. Nearest: ${nearest}.`,
    ])
  })

  it.each([
    [{ price: 7.33, currency: 'GBP' }],
    [{ price: 7.33, currency: null }],
    [{ price: 0, currency: 'EUR' }],
    [{ price: '', currency: 'EUR' }],
    [{ price: 'cheap', currency: 'EUR' }],
    [{ price: 54_321.07, currency: 'EUR' }],
  ])('of %j, of which the steps are not known, gets no hint', (product) => {
    expect(storeWarnings(product, DEFAULT_STORES).price).toEqual([])
  })

  it('is not checked in Google Play, which has no price points', () => {
    expect(storeWarnings({ price: 7.33, currency: 'EUR' }, ['google-play']).price).toEqual([])
  })
})

it('finds the products that break a rule', () => {
  const products = [
    { id: 1, product_id: 'pro', price: '9.99', currency: 'EUR', trial_period_days: 2 },
    { id: 2, product_id: 'pro plus', price: '9.99', currency: 'EUR' },
    { id: 3, product_id: 'Basic', price: '7.33', currency: 'EUR' },
  ]
  expect(brokenProducts(products, DEFAULT_STORES).map(({ id }) => id)).toEqual([2, 3])
  expect(brokenProducts(products, ['google-play']).map(({ id }) => id)).toEqual([2, 3])
  expect(brokenProducts(products.slice(0, 1), BOTH)).toEqual([])
})
