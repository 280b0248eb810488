import type { Schemas } from '../../api/contract-types.ts'
import { NOT_SET, valueText } from '../../text/value-text.ts'

type HistoryEvent = Schemas['HistoryEvent']

/** The fields of an event, in the order of a CSV. */
export const HISTORY_FIELDS = [
  'id',
  'at',
  'event',
  'actor',
  'actor_id',
  'actor_name',
  'entity',
  'record_id',
  'ip',
  'detail',
  'changes',
  'record_name',
] as const satisfies readonly (keyof HistoryEvent)[]

/** Formats the changes of an event in one line. For users the server records only the names of fields. */
export function formatChanges(changes: HistoryEvent['changes']): string {
  const texts = (changes ?? []).map((change) =>
    'before' in change || 'after' in change
      ? `${change.field}: ${formatValue(change.before)} → ${formatValue(change.after)}`
      : change.field,
  )
  return texts.join('; ')
}

function formatValue(value: unknown): string {
  return valueText(value) || NOT_SET
}
