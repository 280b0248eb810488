import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { deleteDraft, readDraft, writeDraft, type Draft } from './drafts.ts'

/**
 * Keeps changed fields for this tab, and restores them when the form opens again. Returns the restored draft until it
 * equals the saved values.
 */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string | undefined,
  /** Fields that are never stored, such as passwords. */
  secrets: readonly string[] = [],
  /** Returns the saved value that a field had when it was edited. */
  findBase: (field: string) => unknown = () => undefined,
) {
  const [draft, setDraft] = useState(() => (name === undefined ? undefined : findDraft(name, form.getValues())))

  const saveDraft = useEffectEvent((values: Values, changedFields: readonly string[]) => {
    if (name === undefined) return
    const entries = changedFields
      .filter((field) => !secrets.includes(field))
      .map((field) => [field, values[field]] as const)
    const texts = Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    if (Object.keys(texts).length === 0) {
      deleteDraft(name)
      setDraft(undefined)
      return
    }
    // The reminder to choose the image again is no longer needed.
    if (entries.some(([, value]) => value instanceof File))
      setDraft((current) => current && { ...current, fileNames: [] })
    writeDraft(name, {
      texts,
      fileNames: entries.flatMap(([, value]) => (value instanceof File ? [value.name] : [])),
      at: new Date().toISOString(),
      base: Object.fromEntries(Object.keys(texts).map((field) => [field, findBase(field)])),
    })
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ values, dirtyFields }) => saveDraft(values, Object.keys(dirtyFields ?? {})),
      }),
    [form],
  )

  const restore = useEffectEvent(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the draft has text fields of this form only
    if (draft) form.setValues(draft.texts as Partial<Values>, { shouldDirty: true })
  })
  useEffect(() => restore(), [])
  return draft
}

/** Returns the draft's existing fields; undefined if all have been saved. */
function findDraft(name: string, values: FieldValues): Draft | undefined {
  const draft = readDraft(name)
  const unsavedTexts = Object.entries(draft?.texts ?? {}).filter(
    ([field, text]) => field in values && values[field] !== text,
  )
  return draft && unsavedTexts.length > 0 ? { ...draft, texts: Object.fromEntries(unsavedTexts) } : undefined
}
