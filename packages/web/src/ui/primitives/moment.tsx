import { readDate } from '@rapport/core/text/dates.ts'
import { format } from 'date-fns'

/** A server's instant in the browser's time zone. */
export function Moment({ at, pattern = 'dd MMM yyyy, HH:mm' }: { at: string; pattern?: string }) {
  const date = readDate(at)
  return <time dateTime={at}>{date ? format(date, pattern) : at}</time>
}
