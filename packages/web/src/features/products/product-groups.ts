import type { Product } from '@rapport/core/entities/products/product.ts'
import { monthlyPrice } from './product-price.ts'

export interface ProductGroup {
  /** Name shared by the products; empty for products that share none. */
  name: string
  products: readonly Product[]
  /** Id of the product with the lowest monthly price. */
  cheapest: Product['id'] | undefined
}

const CYCLES = new Set(['weekly', 'monthly', 'yearly', 'annual', 'week', 'month', 'year'])
const ONE = new Set(['1', 'one'])

/** Groups products by shared name, in list order. Products that share none come last. */
export function groupProducts(products: readonly Product[]): ProductGroup[] {
  const groups: ProductGroup[] = []
  const others: Product[] = []
  for (const [name, members] of Map.groupBy(products, (product) => withoutCycle(product.name))) {
    if (name === '' || members.length === 1) others.push(...members)
    else groups.push({ name, products: members, cheapest: findCheapest(members) })
  }
  return others.length === 0 ? groups : [...groups, { name: '', products: others, cheapest: undefined }]
}

/** Returns the id with the lowest monthly price; undefined for a tie or several currencies. */
function findCheapest(products: readonly Product[]): Product['id'] | undefined {
  if (new Set(products.map(({ currency }) => currency)).size > 1) return undefined
  const [first, second] = products
    .map((product) => ({ id: product.id, price: monthlyPrice(product) ?? Infinity }))
    .toSorted((a, b) => a.price - b.price)
  return first && second && first.price < second.price && second.price < Infinity ? first.id : undefined
}

/** Returns the percentage that a product saves per month, compared with the monthly product of its group. */
export function findSaving({ name, products }: ProductGroup, product: Product): number | undefined {
  const [base, ...others] = products.filter(({ billing_cycle }) => billing_cycle === 'monthly')
  if (name === '' || !base || others.length > 0 || base.currency !== product.currency) return undefined
  const percent = Math.round(100 * (1 - (monthlyPrice(product) ?? Infinity) / (monthlyPrice(base) ?? 0)))
  // Other servers may send prices of 0 or less.
  return percent > 0 && percent < 100 ? percent : undefined
}

/** Removes the billing cycle from a name such as `Pro, yearly` or `Pro (1 month)`. */
function withoutCycle(name: string): string {
  const words = name.trim().split(/\s+/)
  const normalizedWords = words.map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  if (!CYCLES.has(normalizedWords.at(-1) ?? '')) return name.trim()
  return words
    .slice(0, ONE.has(normalizedWords.at(-2) ?? '') ? -2 : -1)
    .join(' ')
    .replace(/[,:–—-]$/, '')
    .trim()
}

/** Returns the class of a product's dot, which depends on the name. */
export function toDotClass(name: string): 'pro-dot' | 'basic-dot' | 'no-tier-dot' {
  if (/^pro\b/i.test(name)) return 'pro-dot'
  return /^basic\b/i.test(name) ? 'basic-dot' : 'no-tier-dot'
}
