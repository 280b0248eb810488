import { numberText } from '#ui/primitives/display-text.ts'

/** A count as it is shown: `31`, or `10,000+` where there are more. */
export function countText(count: number, isMinimum: boolean): string {
  return isMinimum ? `${numberText(count)}+` : String(count)
}
