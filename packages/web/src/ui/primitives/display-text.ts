/** Shown for a missing value (specification, section 2). */
export const NOT_SET = 'Not Set'

export function orNotSet(text: string | null | undefined): string {
  return text?.trim() ? text : NOT_SET
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Formats a count: `1,234`. Without Intl, whose first use takes a phone 100 ms. */
export function numberText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
