import type { ProductInput } from './product.ts'

type CheckedField = 'product_id' | 'name' | 'billing_cycle' | 'trial_period_days'

/** Sentences about values that the app stores would reject, by field. They do not prevent saving. */
export type StoreWarnings = Record<CheckedField, string[]>

const APPLE_ID = /^[A-Za-z0-9._-]{1,100}$/
const GOOGLE_ID = /^[a-z0-9][a-z0-9._]{0,39}$/
const MAX_APPLE_NAME_LENGTH = 64

/** The trial lengths of the App Store in days: 3 days, 1 or 2 weeks, 1, 2, 3 or 6 months, or a year. */
const APPLE_TRIALS = new Set([3, 7, 14, 30, 31, 60, 61, 62, 90, 91, 92, 180, 181, 182, 183, 184, 365, 366])
const GOOGLE_TRIAL = { min: 3, max: 3 * 366 }

const CYCLE_DAYS = { weekly: 7, monthly: 31, yearly: 366 }
/** Words in a product ID that name a billing cycle, as in `app_999_1m`. */
const CYCLE_WORDS = {
  weekly: /^(1w|week|weekly)$/,
  monthly: /^(1m|month|monthly)$/,
  yearly: /^(1y|year|yearly|annual)$/,
}

/**
 * Checks a product against the 2026 rules of the App Store and Google Play. `savedProduct` is the product before an edit: the
 * stores never change an ID or a billing period.
 */
export function storeWarnings(product: Partial<ProductInput>, savedProduct?: Partial<ProductInput>): StoreWarnings {
  return {
    product_id: idWarnings(product.product_id?.trim() ?? '', savedProduct?.product_id),
    name: nameWarnings(product.name?.trim() ?? ''),
    billing_cycle: cycleWarnings(product, savedProduct),
    trial_period_days: trialWarnings(product),
  }
}

function idWarnings(id: string, oldId: string | undefined): string[] {
  if (id === '') return []
  return [
    ...warnIf(/\s/.test(id), 'In the stores a product ID has no spaces.'),
    ...warnIf(!APPLE_ID.test(id), 'App Store: letters, digits, “.”, “_” and “-” only, at most 100 characters.'),
    ...warnIf(
      !GOOGLE_ID.test(id),
      'Google Play: lowercase letters, digits, “.” and “_” only, a letter or digit first, at most 40.',
    ),
    ...warnIf(id.startsWith('android.test'), 'Google Play reserves IDs that begin with “android.test”.'),
    ...warnIf(oldId !== undefined && id !== oldId, 'In the stores an ID never changes: another ID is another product.'),
  ]
}

function nameWarnings(name: string): string[] {
  return warnIf(
    name.length > MAX_APPLE_NAME_LENGTH,
    `App Store: a reference name has at most ${MAX_APPLE_NAME_LENGTH} characters.`,
  )
}

function cycleWarnings(
  { product_id = '', billing_cycle }: Partial<ProductInput>,
  savedProduct?: Partial<ProductInput>,
): string[] {
  if (billing_cycle === undefined) return []
  const words = product_id.trim().toLowerCase().split(/[._-]/)
  const namedCycles = (['weekly', 'monthly', 'yearly'] as const).filter((cycle) =>
    words.some((word) => CYCLE_WORDS[cycle].test(word)),
  )
  const [otherCycle] = namedCycles.includes(billing_cycle) ? [] : namedCycles
  const isChanged = savedProduct?.billing_cycle !== undefined && savedProduct.billing_cycle !== billing_cycle
  return [
    ...warnIf(otherCycle !== undefined, `The product ID reads like a ${otherCycle} plan.`),
    ...warnIf(isChanged, 'In the stores a billing period never changes: another one needs a new product.'),
  ]
}

function trialWarnings({ trial_period_days: days = 0, billing_cycle }: Partial<ProductInput>): string[] {
  if (!(days > 0)) return []
  const { min, max } = GOOGLE_TRIAL
  return [
    ...warnIf(
      !APPLE_TRIALS.has(days),
      'App Store: a free trial lasts 3 days, 1 or 2 weeks, 1, 2, 3 or 6 months, or 1 year.',
    ),
    ...warnIf(days < min || days > max, 'Google Play: a free trial lasts from 3 days to 3 years.'),
    ...warnIf(
      billing_cycle !== undefined && days > CYCLE_DAYS[billing_cycle],
      `The trial is longer than the ${billing_cycle} billing cycle.`,
    ),
  ]
}

function warnIf(condition: boolean, warning: string): string[] {
  return condition ? [warning] : []
}
