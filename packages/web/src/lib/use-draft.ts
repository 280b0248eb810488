import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { dropDraft, readDraft, writeDraft } from './drafts.ts'

const NO_SECRETS: readonly string[] = []

/**
 * Keeps the changed fields of a form while its tab is open, and puts them back when the form is opened again. Answers the
 * draft that was put back, until nothing of it differs from what is saved.
 */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string | undefined,
  /** Fields that are never kept, such as passwords. */
  secrets: readonly string[] = NO_SECRETS,
) {
  const [draft, setDraft] = useState(() => (name === undefined ? undefined : readDraft(name)))

  const keep = useEffectEvent((values: Values, changed: readonly string[]) => {
    if (name === undefined) return
    const entries = changed.filter((field) => !secrets.includes(field)).map((field) => [field, values[field]] as const)
    const texts = Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    if (Object.keys(texts).length === 0) {
      dropDraft(name)
      setDraft(undefined)
      return
    }
    writeDraft(name, { texts, fileNames: entries.flatMap(([, value]) => (value instanceof File ? [value.name] : [])) })
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ values, dirtyFields }) => keep(values, Object.keys(dirtyFields ?? {})),
      }),
    [form],
  )

  const restore = useEffectEvent(() => {
    for (const [field, text] of Object.entries(draft?.texts ?? {})) {
      if (!(field in form.getValues())) continue
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text field of this form
      form.setValue(field as Path<Values>, text as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
  })
  useEffect(() => restore(), [])
  return draft
}
