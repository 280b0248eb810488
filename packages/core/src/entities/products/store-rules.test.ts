import { describe, expect, it } from 'vitest'
import { storeWarnings } from './store-rules.ts'

const stores = (warnings: string[]) => warnings.map((warning) => warning.split(/[: ]/)[0])

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
    ['app gold', ['In', 'App', 'Google']],
    ['äpp', ['App', 'Google']],
    ['android.test.gold', ['Google']],
  ])('%j gets the warnings %j', (product_id, doubtedBy) => {
    expect(stores(storeWarnings({ product_id }).product_id)).toEqual(doubtedBy)
  })

  it('is warned about its spaces first', () => {
    expect(storeWarnings({ product_id: 'app gold' }).product_id[0]).toBe('In the stores a product ID has no spaces.')
  })

  it('warns when it changes', () => {
    const saved = { product_id: 'app_gold' }
    expect(storeWarnings({ product_id: 'app_gold' }, saved).product_id).toEqual([])
    expect(storeWarnings({ product_id: 'app_silver' }, saved).product_id).toEqual([
      'In the stores an ID never changes: another ID is another product.',
    ])
  })
})

describe('a free trial', () => {
  it.each([
    [0, []],
    [Number.NaN, []],
    [2, ['App', 'Google']],
    [3, []],
    [5, ['App']],
    [7, []],
    [30, []],
    [366, []],
    [1098, ['App', 'The']],
    [1099, ['App', 'Google', 'The']],
  ])('of %d days, for a yearly product, gets the warnings %j', (trial_period_days, doubtedBy) => {
    const warnings = storeWarnings({ trial_period_days, billing_cycle: 'yearly' })
    expect(stores(warnings.trial_period_days)).toEqual(doubtedBy)
  })

  it('warns when it is longer than the billing cycle', () => {
    expect(storeWarnings({ trial_period_days: 14, billing_cycle: 'weekly' }).trial_period_days).toEqual([
      'The trial is longer than the weekly billing cycle.',
    ])
  })
})

describe('a billing cycle', () => {
  it.each([
    ['app_3999_1y_1w0', 'yearly', []],
    ['app_3999_1y', 'monthly', ['The product ID reads like a yearly plan.']],
    ['app.Weekly', 'monthly', ['The product ID reads like a weekly plan.']],
    ['app_month_year', 'yearly', []],
    ['monthlyish', 'weekly', []],
  ] as const)('%s, billed %s', (product_id, billing_cycle, expectedWarnings) => {
    expect(storeWarnings({ product_id, billing_cycle }).billing_cycle).toEqual(expectedWarnings)
  })

  it('warns when it changes', () => {
    const saved = { billing_cycle: 'monthly' } as const
    expect(storeWarnings({ billing_cycle: 'monthly' }, saved).billing_cycle).toEqual([])
    expect(storeWarnings({ billing_cycle: 'yearly' }, saved).billing_cycle).toHaveLength(1)
  })
})

it('warns of a name that is too long for the App Store', () => {
  expect(storeWarnings({ name: 'x'.repeat(64) }).name).toEqual([])
  expect(storeWarnings({ name: 'x'.repeat(65) }).name).toHaveLength(1)
})
