/** Formats an instant as local date and time: 2026-11-22 13:30. */
export function localTime(instant: string): string {
  return new Date(instant).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
}
