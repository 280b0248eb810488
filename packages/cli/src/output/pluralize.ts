/** Formats "1 file" or "2 files". */
export function pluralize(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
