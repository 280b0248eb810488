import type { EditableEntity, Form } from '../entity.ts'
import { shortText } from '../field-values.ts'
import type { LiveRecord } from '../plan/live.ts'
import type { PendingChange } from '../plan/plan.ts'
import { fileFields, imageField, isSameValue } from '../read/row.ts'
import { changedMeanwhile } from './change-error.ts'

/** A field that two have changed, in words. */
export interface FieldConflict {
  field: string
  text: string
}

/** Describes a conflict by the old value, the one saved by another client, and the one to save. */
export function fieldConflict(field: string, was: unknown, now: unknown, wanted: unknown): FieldConflict {
  const text = `${field}: ${shortText(was)} became ${shortText(now)}, and was to become ${shortText(wanted)}.`
  return { field, text }
}

export function imageConflict(field: string): FieldConflict {
  return { field, text: `${field}: another image was saved.` }
}

/** Why a save would undo what others have saved, a sentence each. */
export function conflictSentences(conflicts: readonly FieldConflict[]): string[] {
  const names = conflicts.map(({ field }) => field).join(', ')
  return [
    `Changed by another editor in the meantime: ${names}. Nothing was saved.`,
    ...conflicts.map(({ text }) => text),
  ]
}

/** A record when its change was planned and by now; `isAnswerLost` where an earlier try may have changed it. */
interface Meanwhile {
  base: LiveRecord
  now: LiveRecord
  isAnswerLost: boolean
}

/**
 * What an update has to send besides its own changes, so that what others have changed since it was planned stays theirs.
 * @throws ChangeError for fields that both changed
 */
export function changedByOthers(
  { entity, differences, form = {} }: PendingChange,
  { base, now, isAnswerLost }: Meanwhile,
): Form {
  const changed = changedFields(entity, base, now)
  const conflicts = differences.flatMap(({ field, from, to }) => {
    const known = fileFields(entity).find(({ name }) => name === field)
    if (!known || !changed.includes(field)) return []
    // Where an answer was lost, the other image is most likely the one that was sent.
    if (known.type === 'image') return isAnswerLost ? [] : [imageConflict(field)]
    const is = now.values[field]
    return isSameValue(known, to ?? undefined, is) ? [] : [fieldConflict(field, from, is, to)]
  })
  if (conflicts.length > 0) throw changedMeanwhile(conflictSentences(conflicts).join(' '))
  const theirs = changed.filter((name) => differences.every(({ field }) => field !== name))
  const values = theirs.flatMap((name): [string, unknown][] => {
    if (name === imageField(entity)) return []
    if (name === entity.parent?.name) return [[entity.parent.id, now.parentId]]
    return [[name, now.values[name] ?? (typeof form[name] === 'string' ? '' : undefined)]]
  })
  return Object.fromEntries(values)
}

/** Throws ChangeError where others have changed what is to be deleted. */
export function refuseChanged(entity: EditableEntity, base: LiveRecord, now: LiveRecord): void {
  const changed = changedFields(entity, base, now)
  if (changed.length === 0) return
  throw changedMeanwhile(`Changed by another editor in the meantime: ${changed.join(', ')}. It was not deleted.`)
}

/** The fields of a file whose values others have changed. */
function changedFields(entity: EditableEntity, base: LiveRecord, now: LiveRecord): string[] {
  return fileFields(entity).flatMap((field) => {
    const { name, type } = field
    if (type === 'slug') return []
    if (type === 'image') return base.image === now.image ? [] : [name]
    if (name === entity.parent?.name) return base.parentId === now.parentId ? [] : [name]
    const [was, is] = [base.values[name], now.values[name]]
    return (was === undefined && is === undefined) || isSameValue(field, was, is) ? [] : [name]
  })
}
