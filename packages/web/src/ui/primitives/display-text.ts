import { NOT_SET } from '@rapport/core/text/value-text.ts'

export { NOT_SET }

export function orNotSet(text: string | null | undefined): string {
  return text?.trim() ? text : NOT_SET
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Formats a count: `1,234`. Does not use Intl, because its first call takes 100 ms on a phone. */
export function formatNumber(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Formats a count: `31`, or `10,000+` if there are more. */
export function formatCount(total: number, totalIsMinimum: boolean): string {
  return totalIsMinimum ? `${formatNumber(total)}+` : String(total)
}
