import { pluralize } from './pluralize.ts'

/** Formats a duration for a sentence: `1 second`, or minutes rounded up. */
export function formatDuration(seconds: number): string {
  return seconds < 60 ? pluralize(seconds, 'second') : pluralize(Math.ceil(seconds / 60), 'minute')
}
