/** The text for a missing value (specification, section 2: dashboard). Diffs and sentences say "nothing" instead. */
export const NOT_SET = 'Not Set'

/** Converts a value to text: empty for null and undefined, JSON for objects and lists. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
