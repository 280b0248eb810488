import { valueText } from '@rapport/core/text/value-text.ts'
import type { HistoryEvent } from './history.queries.ts'

export type FieldTexts = Readonly<Record<string, string>>

/** A record at an earlier time. */
export interface EarlierVersion {
  at: string
  /** Fields that differ from the present record. */
  fields: FieldTexts
}

/**
 * Returns earlier versions by event id, each right after its event, by undoing all later changes. Expects all events,
 * the newest first. Leaves out versions that equal the present one.
 */
export function earlierVersions(events: readonly HistoryEvent[], present: FieldTexts): Map<string, EarlierVersion> {
  const versions = new Map<string, EarlierVersion>()
  const texts: Record<string, string> = { ...present }
  for (const { id, event, at, changes } of events) {
    const fields = Object.fromEntries(Object.entries(texts).filter(([field, text]) => text !== present[field]))
    if (changes && Object.keys(fields).length > 0) versions.set(String(id), { at, fields })
    // There is no version before the creation.
    if (event.endsWith('.created')) break
    for (const { field, before } of changes ?? []) if (field in texts) texts[field] = valueText(before)
  }
  return versions
}
