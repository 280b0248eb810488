const DECIMAL = /^(\d+)(?:\.(\d{1,2}))?$/

/** The hundredths of a price, by its digits: a product of floats would be a cent off now and then. Undefined for less. */
export function centsOf(price: number): number | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(String(price)) ?? []
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'))
}

/** The price with its decimals, as the JSON number that has these digits. */
export function priceOf(cents: number): number {
  const digits = String(cents).padStart(3, '0')
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
}
