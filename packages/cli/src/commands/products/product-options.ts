import { priceOf } from '#cli/lib/records/product-change.ts'

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

function wholeNumber(text: string): number {
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
}
