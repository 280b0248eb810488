import type { Product } from '@rapport/core/products/product.ts'

/** A product's price with its currency, as `€9.99`; as the server wrote it where that is no amount of a known currency. */
export function priceText({ price, currency }: Pick<Product, 'price' | 'currency'>): string {
  const amount = typeof price === 'string' && price.trim() === '' ? Number.NaN : Number(price)
  if (Number.isFinite(amount) && currency && /^[A-Za-z]{3}$/.test(currency)) {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
  }
  return [price, currency].filter(Boolean).join(' ')
}

/** A word with a capital at its beginning. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
