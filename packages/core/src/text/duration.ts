import { pluralize } from './pluralize.ts'

/** Formats a duration for a sentence: `1 second`, or minutes or hours, rounded up. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return pluralize(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? pluralize(minutes, 'minute') : pluralize(Math.ceil(minutes / 60), 'hour')
}
