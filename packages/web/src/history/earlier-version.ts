import { valueText } from '@rapport/core/text/value-text.ts'
import type { HistoryEvent } from './history.queries.ts'

/** Fields of a record with their values as texts. */
export type FieldTexts = Readonly<Record<string, string>>

/** How a record was at a time in the past. */
export interface EarlierVersion {
  at: string
  /** What it had otherwise than it has now. */
  fields: FieldTexts
}

/**
 * How a record was right after each of its events, by the events' ids: what every later event has changed is put back.
 * Events are the newest first, and none may be missing. Versions that are the same as the present one are left out.
 */
export function earlierVersions(events: readonly HistoryEvent[], present: FieldTexts): Map<string, EarlierVersion> {
  const versions = new Map<string, EarlierVersion>()
  const texts: Record<string, string> = { ...present }
  for (const { id, event, at, changes } of events) {
    const fields = Object.fromEntries(Object.entries(texts).filter(([field, text]) => text !== present[field]))
    if (changes && Object.keys(fields).length > 0) versions.set(String(id), { at, fields })
    // Nothing was there before it was created.
    if (event.endsWith('.created')) break
    for (const { field, before } of changes ?? []) if (field in texts) texts[field] = valueText(before)
  }
  return versions
}
