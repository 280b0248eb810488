import { basename, extname } from 'node:path'
import { isObject } from '@rapport/core/api/read/is-object.ts'
import { readCsvTable } from '@rapport/core/text/read-csv.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { parseJson, readNamedText } from '#cli/io/read-file.ts'

export interface StorePrice {
  amount: string
  /** The currency; undefined if the file does not name it. */
  currency: string | undefined
}

/** A subscription in a store file. Undefined fields are not in the file. */
export interface StoreProduct {
  product_id: string
  /** The prices, one per country if they differ. */
  prices: StorePrice[]
  /** The billing period, such as P1M or 1 month. */
  period: string | undefined
  /** The length of the free trial, such as P1W or 7 days. */
  trial: string | undefined
}

export interface StoreFile {
  products: StoreProduct[]
  /** Whether the file lists all products, so that an absent one is missing in the store. */
  isComplete: boolean
}

/**
 * Reads a StoreKit configuration of Xcode, a price list of App Store Connect, or a CSV with a column product_id. Throws
 * `CliError` for any other file.
 */
export async function readStoreFile(file: string, deps: Pick<Deps, 'stdin' | 'signal'>): Promise<StoreFile> {
  const text = await readNamedText(file, deps)
  const storeFile = text.trimStart().startsWith('{') ? readStoreKit(text) : readStoreCsv(text, file)
  if (storeFile) return storeFile
  throw new CliError('bad_file', `${file} is not an app store file.`, {
    hint: 'Use a StoreKit configuration, a price list from App Store Connect, or a CSV with a product_id column.',
  })
}

type Json = Readonly<Record<string, unknown>>

/** Reads a StoreKit file of Xcode, in which subscriptions are in groups and the storefront determines the currency. */
function readStoreKit(text: string): StoreFile | undefined {
  const file = parseJson(text)
  if (!isObject(file) || !Array.isArray(file['subscriptionGroups'])) return undefined
  const storefront = isObject(file['settings']) ? toText(file['settings']['_storefront']) : undefined
  const subscriptions = objectsIn(file['subscriptionGroups']).flatMap((group) => objectsIn(group['subscriptions']))
  const products = subscriptions.map((subscription) => ({
    product_id: toText(subscription['productID']) ?? '',
    prices: [{ amount: toText(subscription['displayPrice']) ?? '', currency: findCurrency(storefront ?? '') }],
    period: toText(subscription['recurringSubscriptionPeriod']),
    trial: findTrial(subscription),
  }))
  return { products, isComplete: true }
}

/** Returns the length of the free trial. Newer files have a list of offers, of which paid ones are not trials. */
function findTrial({ introductoryOffer, introductoryOffers }: Json): string | undefined {
  const offers = [introductoryOffer, ...objectsIn(introductoryOffers)].filter(isObject)
  const freeOffer = offers.find(({ paymentMode }) => paymentMode === 'free')
  return freeOffer ? toText(freeOffer['subscriptionPeriod']) : '0 days'
}

// ISO 3166 codes of the euro area.
const EURO_COUNTRIES =
  'AND AUT BEL BGR CYP DEU ESP EST FIN FRA GRC HRV IRL ITA LTU LUX LVA MCO MLT MNE NLD PRT SMR SVK SVN VAT XKS'.split(
    ' ',
  )

function findCurrency(storefront: string): string | undefined {
  return { USA: 'USD', GBR: 'GBP' }[storefront] ?? (EURO_COUNTRIES.includes(storefront) ? 'EUR' : undefined)
}

/** Other names of columns, normalised: "Currency Code" is currency_code. */
const ALIASES: Readonly<Record<string, string>> = {
  currency_code: 'currency',
  period: 'billing_cycle',
  trial: 'trial_period_days',
  trial_days: 'trial_period_days',
}

function readStoreCsv(text: string, file: string): StoreFile | undefined {
  const { header, rows } = readCsvTable(text)
  const columns = header
    .map((cell) => cell.toLowerCase().replaceAll(/\W+/g, '_'))
    .map((name) => (Object.hasOwn(ALIASES, name) ? ALIASES[name] : name))
  const hasIds = columns.includes('product_id')
  // A price list of App Store Connect has one product, whose ID is only in the name of the file.
  const isPriceList = !hasIds && columns.includes('countries_or_regions') && columns.includes('price')
  if (!isPriceList && !hasIds) return undefined
  const products = new Map<string, StoreProduct>()
  for (const { cells: row } of rows) {
    const cell = (column: string) => row[columns.indexOf(column)]?.trim() || undefined
    const product_id = isPriceList ? basename(file, extname(file)) : (cell('product_id') ?? '')
    const trial = cell('trial_period_days')
    const product = products.get(product_id) ?? {
      product_id,
      prices: [],
      period: cell('billing_cycle'),
      trial: trial && /^\d+$/.test(trial) ? `${trial} days` : trial,
    }
    products.set(product_id, product)
    const amount = cell('price')
    if (amount !== undefined) product.prices.push({ amount, currency: cell('currency')?.toUpperCase() })
  }
  return { products: [...products.values()], isComplete: !isPriceList }
}

function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
