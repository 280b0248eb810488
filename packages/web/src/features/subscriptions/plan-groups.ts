import type { Product } from '@rapport/core/products/product.ts'
import { monthlyPrice } from './plan-price.ts'

export interface PlanGroup {
  /** The name that its plans share; empty for the plans that share none. */
  name: string
  plans: readonly Product[]
  /** The id of the plan that costs least a month. */
  cheapest: Product['id'] | undefined
}

/** The end of a name that tells the billing cycle, as in `Pro, yearly` and `Pro (1 month)`. */
const CYCLE = /[\s,:(–—-]+(1\s*|one\s+)?(weekly|monthly|yearly|annual|week|month|year)\)?\s*$/i

/** The plans by the name that several share, in the order of the list; those that share none come last. */
export function groupPlans(products: readonly Product[]): PlanGroup[] {
  const byName = new Map<string, Product[]>()
  for (const product of products) {
    const name = product.name.replace(CYCLE, '').trim()
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
