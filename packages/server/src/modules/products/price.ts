const DECIMAL = /^(\d+)(?:\.(\d{1,2}))?$/

/** The hundredths of a price, from its digits, since `price * 100` may be a cent off. Undefined beyond two decimals. */
export function centsOf(price: number): number | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(String(price)) ?? []
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'))
}

/** The price as a number that JSON writes with these digits. */
export function priceOf(cents: number): number {
  const digits = String(cents).padStart(3, '0')
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
}
