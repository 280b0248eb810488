import type { Product } from '@rapport/core/entities/products/product.ts'
import { monthlyPrice } from './plan-price.ts'

export interface PlanGroup {
  /** The name that its plans share; empty for the plans that share none. */
  name: string
  plans: readonly Product[]
  /** The id of the plan that costs least a month. */
  cheapest: Product['id'] | undefined
}

const CYCLES = new Set(['weekly', 'monthly', 'yearly', 'annual', 'week', 'month', 'year'])
const ONE = new Set(['1', 'one'])

/** The plans by the name that several share, in the order of the list; those that share none come last. */
export function groupPlans(products: readonly Product[]): PlanGroup[] {
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

/** Only prices of one currency can be compared. */
function cheapestOf(plans: readonly Product[]): Product['id'] | undefined {
  if (new Set(plans.map(({ currency }) => currency)).size > 1) return undefined
  const [first, second] = plans
    .map((plan) => ({ id: plan.id, price: monthlyPrice(plan) ?? Infinity }))
    .toSorted((one, other) => one.price - other.price)
  return first && second && first.price < second.price && second.price < Infinity ? first.id : undefined
}

/** A name without the billing cycle at its end, as in `Pro, yearly` and `Pro (1 month)`. */
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

/** The plan that a name is about, for its colour in data. */
export function tierOf(name: string): 'pro' | 'basic' | 'other' {
  if (/^pro\b/i.test(name)) return 'pro'
  return /^basic\b/i.test(name) ? 'basic' : 'other'
}
