import type { Product } from '@rapport/core/entities/products/product.ts'
import { monthlyPrice } from './product-price.ts'

export interface ProductGroup {
  /** Name shared by the plans; empty for plans that share none. */
  name: string
  plans: readonly Product[]
  /** Id of the plan with the lowest monthly price. */
  cheapest: Product['id'] | undefined
}

const CYCLES = new Set(['weekly', 'monthly', 'yearly', 'annual', 'week', 'month', 'year'])
const ONE = new Set(['1', 'one'])

/** Groups plans by shared name, in list order. Plans that share none come last. */
export function groupProducts(products: readonly Product[]): ProductGroup[] {
  const byName = new Map<string, Product[]>()
  for (const product of products) {
    const name = withoutCycle(product.name)
    byName.set(name, [...(byName.get(name) ?? []), product])
  }
  const shared = [...byName].filter(([name, plans]) => name !== '' && plans.length > 1)
  const others = [...byName].filter(([name, plans]) => name === '' || plans.length === 1).flatMap(([, plans]) => plans)
  const groups = shared.map(([name, plans]) => ({ name, plans, cheapest: cheapestOf(plans) }))
  return others.length === 0 ? groups : [...groups, { name: '', plans: others, cheapest: undefined }]
}

/** By monthly price; undefined for a tie or several currencies. */
function cheapestOf(plans: readonly Product[]): Product['id'] | undefined {
  if (new Set(plans.map(({ currency }) => currency)).size > 1) return undefined
  const [first, second] = plans
    .map((plan) => ({ id: plan.id, price: monthlyPrice(plan) ?? Infinity }))
    .toSorted((a, b) => a.price - b.price)
  return first && second && first.price < second.price && second.price < Infinity ? first.id : undefined
}

/** Strips the billing cycle from a name such as `Pro, yearly` or `Pro (1 month)`. */
function withoutCycle(name: string): string {
  const words = name.trim().split(/\s+/)
  const plain = words.map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  if (!CYCLES.has(plain.at(-1) ?? '')) return name.trim()
  return words
    .slice(0, ONE.has(plain.at(-2) ?? '') ? -2 : -1)
    .join(' ')
    .replace(/[,:–—-]$/, '')
    .trim()
}

/** Returns a plan's tier by its name, for its colour in charts. */
export function tierOf(name: string): 'pro' | 'basic' | 'other' {
  if (/^pro\b/i.test(name)) return 'pro'
  return /^basic\b/i.test(name) ? 'basic' : 'other'
}
