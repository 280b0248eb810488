import { BILLING_CYCLES, type Product, type ProductInput } from '@rapport/core/products/product.ts'
import { storeDoubts, type StoreDoubts } from '@rapport/core/products/store-rules.ts'
import { Mistake } from '#cli/lib/checked-input.ts'

/** The options that create and update share, by the names that Commander gives them. */
export interface ProductOptions {
  productId?: string
  name?: string
  price?: string
  currency?: string
  billingCycle?: string
  trialDays?: string
}

/** By which option each field is given. */
export const PRODUCT_OPTIONS = {
  product_id: '--product-id',
  name: '--name',
  price: '--price',
  currency: '--currency',
  billing_cycle: '--billing-cycle',
  trial_period_days: '--trial-days',
} as const

/** The options by their fields, texts as numbers where the contract has numbers. */
export function fieldsOf({ productId, name, price, currency, billingCycle, trialDays }: ProductOptions) {
  return {
    product_id: productId,
    name,
    price: price === undefined ? undefined : priceOf(price),
    currency,
    billing_cycle: billingCycle,
    trial_period_days: trialDays === undefined ? undefined : wholeNumber(trialDays),
  }
}

/** So few digits that the JSON number has exactly them, without any arithmetic: 9.99 stays 9.99. */
const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/

/** The price as a number with the same digits. */
export function priceOf(text: string): number | Mistake {
  if (DECIMAL.test(text.trim())) return Number(text)
  return new Mistake(`${JSON.stringify(text)} is not a price, such as 9.99.`)
}

function wholeNumber(text: string): number {
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** What the app stores would not take of a new product, as a line each. It is told, and hinders nothing. */
export function storeHints(product: ProductInput): string[] {
  return hintsOf(storeDoubts(product))
}

/** The same of a changed one, about what was named: of the rest it was told before. */
export function changeHints(product: ProductInput, before: Product, named: ReturnType<typeof fieldsOf>): string[] {
  const billing_cycle = BILLING_CYCLES.find((cycle) => cycle === before.billing_cycle)
  const saved = { product_id: before.product_id, ...(billing_cycle && { billing_cycle }) }
  const doubts = Object.entries(storeDoubts(product, saved))
  const isNamed = (field: string) => Reflect.get(named, field) !== undefined
  return hintsOf(Object.fromEntries(doubts.filter(([field]) => isNamed(field))))
}

function hintsOf(doubts: Partial<StoreDoubts>): string[] {
  const { product_id = [], name = [], billing_cycle = [], trial_period_days = [] } = doubts
  const by = (option: string, texts: readonly string[]) => texts.map((text) => `hint: ${option}: ${text}`)
  return [
    ...by(PRODUCT_OPTIONS.product_id, product_id),
    ...by(PRODUCT_OPTIONS.name, name),
    ...by(PRODUCT_OPTIONS.billing_cycle, billing_cycle),
    ...by(PRODUCT_OPTIONS.trial_period_days, trial_period_days),
  ]
}
