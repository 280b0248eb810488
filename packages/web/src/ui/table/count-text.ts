import { numberText } from '#ui/primitives/display-text.ts'

/** Formats a count: `31`, or `10,000+` if there are more. */
export function countText(count: number, isMinimum: boolean): string {
  return isMinimum ? `${numberText(count)}+` : String(count)
}
