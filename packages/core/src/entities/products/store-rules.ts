import type { Store } from '../../api/stores.ts'

/** The app's own free trial in days, which no store sets up (specification, section 9). */
export const OWN_TRIAL_DAYS = 2

type ProductField = 'product_id' | 'name' | 'price' | 'currency' | 'billing_cycle' | 'trial_period_days'

/** The values of a record or a form. Those that cannot be read are not checked. */
type CheckedProduct = Readonly<Partial<Record<ProductField, string | number | null>>>

/** Sentences about values that a store would reject, by field. They do not prevent saving. */
type StoreWarnings = Record<Exclude<ProductField, 'currency'>, string[]>

const APPLE_ID = /^[A-Za-z0-9._-]{1,100}$/
const GOOGLE_ID = /^(?!android\.test)[a-z0-9][a-z0-9._]{0,39}$/
const MAX_APPLE_NAME_LENGTH = 64

/** The trial lengths of the App Store in days: 3 days, 1 or 2 weeks, 1, 2, 3 or 6 months, or a year. */
const APPLE_TRIALS = new Set([3, 7, 14, 30, 31, 60, 61, 62, 90, 91, 92, 180, 181, 182, 183, 184, 365, 366])
const GOOGLE_TRIAL = { min: 3, max: 3 * 366 }

/**
 * Checks a product against the 2026 rules of the stores that it is sold in. `savedProduct` is the product before an edit: the
 * stores never change an ID or a billing period.
 */
export function storeWarnings(
  product: CheckedProduct,
  stores: readonly Store[],
  savedProduct: CheckedProduct = {},
): StoreWarnings {
  const warnIn = (store: Store, name: string) => (isBroken: boolean, rule: string) =>
    isBroken && stores.includes(store) ? [`${name}: ${rule}`] : []
  const [apple, google] = [warnIn('app-store', 'App Store'), warnIn('google-play', 'Google Play')]
  const ifChanged = (field: 'product_id' | 'billing_cycle', warning: string) => {
    const saved = toText(savedProduct[field])
    return saved !== '' && toText(product[field]) !== saved ? [warning] : []
  }
  const id = toText(product.product_id)
  const days = Number(product.trial_period_days)
  const hasStoreTrial = days > 0 && days !== OWN_TRIAL_DAYS
  return {
    product_id: [
      ...apple(id !== '' && !APPLE_ID.test(id), 'letters, digits, “.”, “_” and “-” only, at most 100 characters.'),
      ...google(
        id !== '' && !GOOGLE_ID.test(id),
        'lowercase letters, digits, “.” and “_” only, a letter or digit first, at most 40, not “android.test…”.',
      ),
      ...ifChanged('product_id', 'In the stores an ID never changes: another ID is another product.'),
    ],
    name: apple(
      toText(product.name).length > MAX_APPLE_NAME_LENGTH,
      `a reference name has at most ${MAX_APPLE_NAME_LENGTH} characters.`,
    ),
    price: applePriceRules(product).flatMap((rule) => apple(true, rule)),
    billing_cycle: ifChanged(
      'billing_cycle',
      'In the stores a billing period never changes: another one needs a new product.',
    ),
    trial_period_days: [
      ...apple(
        hasStoreTrial && !APPLE_TRIALS.has(days),
        'a free trial lasts 3 days, 1 or 2 weeks, 1, 2, 3 or 6 months, or 1 year.',
      ),
      ...google(
        hasStoreTrial && (days < GOOGLE_TRIAL.min || days > GOOGLE_TRIAL.max),
        'a free trial lasts from 3 days to 3 years.',
      ),
    ],
  }
}

/** Returns the products that break a rule of a store. */
export function brokenProducts<Item extends CheckedProduct>(
  products: readonly Item[],
  stores: readonly Store[],
): Item[] {
  return products.filter((product) => Object.values(storeWarnings(product, stores)).flat().length > 0)
}

/**
 * Apple's price points in cents: steps up to a price, from "Apple announces biggest upgrade to App Store pricing", 6 December
 * 2022, which has the same table for dollars and euros. Other currencies have steps that it does not list, such as pounds.
 */
const APPLE_STEPS = [
  { below: 10_00, step: 10 },
  { below: 50_00, step: 50 },
  { below: 200_00, step: 1_00 },
  { below: 500_00, step: 5_00 },
  { below: 1000_00, step: 10_00 },
  { below: 10_000_00, step: 100_00 },
]
const APPLE_MIN_CENTS = 29
const STEPPED_CURRENCIES = new Set<unknown>(['USD', 'EUR'])

/** Besides the steps, prices may end so. The announcement leaves open up to which amount in euros: here up to any. */
const ROUND_ENDINGS = new Set([0, 90, 95])

function isApplePricePoint(cents: number): boolean {
  const { step } = APPLE_STEPS.find(({ below }) => cents < below) ?? { step: 1 }
  return cents >= APPLE_MIN_CENTS && ((cents + 1) % step === 0 || ROUND_ENDINGS.has(cents % 100))
}

function applePriceRules({ price, currency }: CheckedProduct): string[] {
  const cents = Math.round(100 * Number(price))
  if (!(cents > 0) || !STEPPED_CURRENCIES.has(currency) || isApplePricePoint(cents)) return []
  let [below, above] = [cents, cents]
  while (below > APPLE_MIN_CENTS && !isApplePricePoint(below)) below -= 1
  while (!isApplePricePoint(above)) above += 1
  const nearest = [below, above].filter(isApplePricePoint).map((point) => (point / 100).toFixed(2))
  return [`${(cents / 100).toFixed(2)} is not a price point. Nearest: ${nearest.join(' and ')}.`]
}

function toText(value: string | number | null | undefined): string {
  return String(value ?? '').trim()
}
