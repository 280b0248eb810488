import type { Product } from '@rapport/core/products/product.ts'
import { NOT_SET } from '#ui/primitives/display-text.ts'

/** A product's price with its currency, as `€9.99`; as the server wrote it where that is no amount of a known currency. */
export function priceText({ price, currency }: Pick<Product, 'price' | 'currency'>): string {
  if (price === '') return NOT_SET
  const amount = Number(price)
  if (Number.isFinite(amount) && currency && /^[A-Za-z]{3}$/.test(currency)) {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
  }
  return [price, currency].filter(Boolean).join(' ')
}
