import type { Product } from '@rapport/core/entities/products/product.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'

const WEEKS_A_MONTH = 365.25 / 7 / 12
const MONTHS_PER_CYCLE: Record<string, number> = { weekly: 1 / WEEKS_A_MONTH, monthly: 1, yearly: 12 }
const PERIOD_NAMES: Record<string, string> = { weekly: 'week', monthly: 'month', yearly: 'year' }

export function findPeriod({ billing_cycle }: Pick<Product, 'billing_cycle'>): string | undefined {
  return PERIOD_NAMES[billing_cycle ?? '']
}

/** Returns the price per month, not rounded; undefined if price or billing cycle is unreadable. */
export function monthlyPrice({ price, billing_cycle }: Pick<Product, 'price' | 'billing_cycle'>): number | undefined {
  const months = MONTHS_PER_CYCLE[billing_cycle ?? '']
  const amount = price === '' ? Number.NaN : Number(price)
  return months === undefined || !Number.isFinite(amount) ? undefined : amount / months
}

/** Formats the monthly price, such as `€10.00`. */
export function formatMonthlyPrice(product: Product): string | undefined {
  const price = monthlyPrice(product)
  return price === undefined ? undefined : formatPrice({ ...product, price: price.toFixed(2) })
}

/** Formats what a monthly product costs in a year. */
export function formatYearlyPrice(product: Product): string {
  return formatPrice({ ...product, price: (12 * Number(product.price)).toFixed(2) })
}

/** Formats a trial, such as `2 days`. Returns an unreadable one as sent, undefined if there is none. */
export function formatTrial({ trial_period_days: days }: Pick<Product, 'trial_period_days'>): string | undefined {
  if (typeof days === 'string') return days
  if (!days || days < 0) return undefined
  return days === 1 ? '1 day' : `${days} days`
}
