import { parseDecimal } from '@rapport/core/entities/field-values.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { numberReadings } from '@rapport/core/text/decimal.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { StoreFile, StorePrice, StoreProduct } from './store-file.ts'

/** The result of one comparison. */
export interface StoreCheck {
  product_id: string
  /** The field, or `product` if it is missing on one side. */
  field: string
  status: 'same' | 'differs' | 'missing' | 'extra' | 'unchecked'
  /** The value on the server. */
  rapport: string | null
  store: string | null
  /** Why it could not be compared. */
  reason: string | null
}

type Outcome = Pick<StoreCheck, 'status' | 'store'> & { reason?: string }

export function compareWithStore(products: readonly Product[], { products: storeProducts, isComplete }: StoreFile) {
  const byProductId = new Map(products.map((product) => [product.product_id, product]))
  const storeIds = new Set(storeProducts.map(({ product_id }) => product_id))
  const missingProducts = products.filter(({ product_id }) => isComplete && !storeIds.has(valueText(product_id)))
  return [
    ...storeProducts.flatMap((subscription) => {
      const product = byProductId.get(subscription.product_id)
      return product ? compareProduct(product, subscription) : [oneSidedCheck(subscription.product_id, 'extra')]
    }),
    ...missingProducts.map((product) => oneSidedCheck(valueText(product.product_id), 'missing')),
  ]
}

function oneSidedCheck(product_id: string, status: 'missing' | 'extra'): StoreCheck {
  return { product_id, field: 'product', status, rapport: null, store: null, reason: null }
}

function compareProduct(product: Product, { prices, period, trial }: StoreProduct): StoreCheck[] {
  const [price, currency] = [valueText(product.price), valueText(product.currency)]
  const [cycle, days] = [valueText(product.billing_cycle), valueText(product.trial_period_days)]
  const check = (field: string, rapport: string, { status, store, reason }: Outcome): StoreCheck => ({
    product_id: valueText(product.product_id),
    field,
    status,
    rapport: rapport || null,
    store,
    reason: reason ?? null,
  })
  return [
    check('price', price, comparePrices(price, currency, prices)),
    check('currency', currency, compareCurrencies(currency, prices)),
    check('billing_cycle', cycle, compareDurations(cycle, period)),
    check('trial_period_days', days, compareDurations(`${days} days`, trial)),
  ]
}

const NOT_IN_FILE: Outcome = { status: 'unchecked', store: null, reason: 'Not in the file.' }

function comparePrices(price: string, currency: string, prices: readonly StorePrice[]): Outcome {
  if (prices.length === 0) return NOT_IN_FILE
  const comparable = prices.filter((entry) => entry.currency === undefined || entry.currency === currency)
  const amounts = [...new Set(comparable.map(({ amount }) => amount))]
  const store = joinTexts(amounts)
  if (amounts.length === 0) return { status: 'unchecked', store: null, reason: `The file has no price in ${currency}.` }
  const [ours, ...theirs] = [price, ...amounts].map(parseAmount)
  if (ours === undefined || theirs.includes(undefined))
    return { status: 'unchecked', store, reason: 'A price cannot be read.' }
  if (!theirs.includes(ours)) return { status: 'differs', store }
  if (theirs.every((amount) => amount === ours)) return { status: 'same', store }
  return { status: 'unchecked', store, reason: `Countries have several prices in ${currency}.` }
}

/** Parses an amount with a decimal point or comma; undefined if it has several readings. */
function parseAmount(text: string): number | undefined {
  const [reading, ...others] = numberReadings(text)
  return reading === undefined || others.length > 0 ? undefined : parseDecimal(reading)
}

function compareCurrencies(currency: string, prices: readonly StorePrice[]): Outcome {
  const currencies = [...new Set(prices.flatMap((price) => price.currency ?? []))]
  if (currencies.length === 0) return NOT_IN_FILE
  return { status: currencies.includes(currency) ? 'same' : 'differs', store: joinTexts(currencies) }
}

const MAX_TEXTS_SHOWN = 4

function joinTexts(texts: readonly string[]): string {
  const more = texts.length > MAX_TEXTS_SHOWN ? [`and ${texts.length - MAX_TEXTS_SHOWN} more`] : []
  return [...texts.slice(0, MAX_TEXTS_SHOWN), ...more].join(', ')
}

function compareDurations(ours: string, theirs: string | undefined): Outcome {
  if (theirs === undefined) return NOT_IN_FILE
  const [ourDays, theirDays] = [parseDuration(ours), parseDuration(theirs)]
  if (!ourDays || !theirDays) return { status: 'unchecked', store: theirs, reason: 'A duration cannot be read.' }
  const isSame = ourDays.min <= theirDays.max && theirDays.min <= ourDays.max
  return { status: isSame ? 'same' : 'differs', store: theirs }
}

/** The length of each unit in days: months and years vary, so that 90 days equal 3 months. */
const UNITS: Record<string, { min: number; max: number }> = {
  d: { min: 1, max: 1 },
  w: { min: 7, max: 7 },
  m: { min: 30, max: 31 },
  y: { min: 365, max: 366 },
}
const CYCLES: Record<string, string> = { weekly: 'P1W', monthly: 'P1M', yearly: 'P1Y' }

/** Parses a duration such as P1M or "1 month". */
function parseDuration(text: string): { min: number; max: number } | undefined {
  const [, count, letter = ''] =
    /^P?(\d+) ?([dwmy])(?:ays?|eeks?|onths?|ears?)?$/i.exec(CYCLES[text.toLowerCase()] ?? text) ?? []
  const unit = UNITS[letter.toLowerCase()]
  return unit && { min: Number(count) * unit.min, max: Number(count) * unit.max }
}
