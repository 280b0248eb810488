/** What stands for a value that is missing (specification, section 2). */
export const NOT_SET = 'Not Set'

/** The text, or 'Not Set' where there is none. */
export function orNotSet(text: string | null | undefined): string {
  return text?.trim() ? text : NOT_SET
}

/** The text with a capital letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A count as it is shown: `1,234`. Without Intl, whose first use alone takes a telephone 100 ms. */
export function numberText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
