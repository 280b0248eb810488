import { NOT_SET } from './display-text.ts'

interface Price {
  price: number | string
  currency?: string | null | undefined
}

/** Formats a price such as `€9.99`, with all its decimals. Returns an unreadable price or currency as sent. */
export function formatPrice({ price, currency }: Price): string {
  if (price === '') return NOT_SET
  const amount = Number(price)
  if (Number.isFinite(amount) && currency && /^[A-Za-z]{3}$/.test(currency)) {
    return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 6 }).format(amount)
  }
  return [price, currency].filter((part) => part !== '' && part !== null && part !== undefined).join(' ')
}
