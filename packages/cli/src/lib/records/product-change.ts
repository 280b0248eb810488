import { unwrap } from '@rapport/core/api/unwrap.ts'
import { BILLING_CYCLES, productInput, type Product, type ProductInput } from '@rapport/core/products/product.ts'
import { storeDoubts, type StoreDoubts } from '@rapport/core/products/store-rules.ts'
import type { Deps } from '#cli/deps.ts'
import { checkedInput, Mistake, type InputWords } from '#cli/lib/checked-input.ts'
import { EXACT_DECIMAL } from '#cli/lib/exact-decimal.ts'
import { foundById } from '#cli/lib/record-noun.ts'
import { listProducts, productRecord } from './product-record.ts'
import { savedProduct } from './saved-product.ts'

/** What is to change of a product; the rest stays. */
export interface ProductChanges {
  product_id?: string | undefined
  name?: string | undefined
  price?: number | Mistake | undefined
  currency?: string | undefined
  billing_cycle?: string | undefined
  trial_period_days?: number | undefined
}

type ProductWords = InputWords<keyof ProductChanges>

export interface ChangedProduct {
  product: Product
  /** What the app stores would not take of what has changed, as a line each. */
  hints: string[]
}

/**
 * Changes a subscription product as it is now on the server; the call takes all fields, so the rest is sent as it is.
 * `onWrite` is told of it before it is written.
 * @throws CliError when there is none, and for what the input of core does not take
 */
export async function changeProduct(
  id: string,
  changes: ProductChanges,
  words: ProductWords,
  deps: Deps,
  onWrite: (before: Product) => void = () => undefined,
): Promise<ChangedProduct> {
  const before = foundById(await listProducts(deps), id, productRecord.noun)
  const body = checkedInput(
    productInput,
    {
      product_id: changes.product_id ?? before.product_id,
      name: changes.name ?? before.name,
      price: changes.price ?? priceOf(String(before.price)),
      currency: changes.currency ?? before.currency ?? undefined,
      billing_cycle: changes.billing_cycle ?? before.billing_cycle ?? undefined,
      trial_period_days: changes.trial_period_days ?? before.trial_period_days ?? undefined,
    },
    words,
  )
  onWrite(before)
  const { api, call, signal } = deps
  const answer = await call('updateProduct', () =>
    unwrap(
      api.PUT('/api/admin/subscription-products/{id}', {
        params: { path: { id } },
        body: { id: before.id, ...body },
        signal,
      }),
    ),
  )
  const product = await savedProduct(answer, body.product_id, deps)
  return { product, hints: changeHints(body, before, changes, words) }
}

/** The price as a number with the same digits. */
export function priceOf(text: string): number | Mistake {
  if (EXACT_DECIMAL.test(text.trim())) return Number(text)
  return new Mistake(`${JSON.stringify(text)} is not a price, such as 9.99.`)
}

/** What the app stores would not take of a product, as a line each. It is told, and hinders nothing. */
export function storeHints(product: ProductInput, words: ProductWords): string[] {
  return hintsOf(storeDoubts(product), words)
}

/** The same of a changed one, about what was named: of the rest it was told before. */
function changeHints(product: ProductInput, before: Product, changes: ProductChanges, words: ProductWords): string[] {
  const billing_cycle = BILLING_CYCLES.find((cycle) => cycle === before.billing_cycle)
  const saved = { product_id: before.product_id, ...(billing_cycle && { billing_cycle }) }
  const doubts = Object.entries(storeDoubts(product, saved))
  const isNamed = (field: string) => Reflect.get(changes, field) !== undefined
  return hintsOf(Object.fromEntries(doubts.filter(([field]) => isNamed(field))), words)
}

function hintsOf(doubts: Partial<StoreDoubts>, { options }: ProductWords): string[] {
  const { product_id = [], name = [], billing_cycle = [], trial_period_days = [] } = doubts
  const by = (option: string, texts: readonly string[]) => texts.map((text) => `hint: ${option}: ${text}`)
  return [
    ...by(options.product_id, product_id),
    ...by(options.name, name),
    ...by(options.billing_cycle, billing_cycle),
    ...by(options.trial_period_days, trial_period_days),
  ]
}
