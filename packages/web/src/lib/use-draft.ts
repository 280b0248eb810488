import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { dropDraft, readDraft, writeDraft, type StoredDraft } from './drafts.ts'
import { settingsQuery } from './settings-query.ts'

/** What came back from a draft when the form was opened. */
export interface RestoredDraft {
  savedAt: Date
  /** Names of files that were chosen and have to be chosen again, since the page was loaded anew. */
  lostFiles: readonly string[]
}

interface DraftOptions<Values> {
  name: string
  initial: Values
  /** Fields that are never kept, such as passwords and codes. */
  secrets: readonly (keyof Values & string)[]
}

/**
 * A draft's name, bound to the signed-in admin so that nobody finds another's; undefined until it is known who that is,
 * and empty where it cannot be: what is typed is then kept once it is.
 */
export function useDraftName(form: string): string | undefined {
  const { data, isFetched } = useQuery(settingsQuery)
  // Not while it is asked for once more, which would take the form away.
  if (!isFetched) return undefined
  return data ? `${data.email}/${form}` : ''
}

/**
 * Keeps what is typed into a flat form of texts and files on every change, and puts it back when the form is opened
 * again: the fields that were changed, and none that may have been saved elsewhere meanwhile. A form that is back at its
 * initial values has no draft.
 */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { name, initial, secrets }: DraftOptions<Values>,
) {
  const [found, setFound] = useState(() => findDraft(name, initial))
  const restore = useEffectEvent(() => {
    if (found) form.reset({ ...initial, ...keptOf(found, initial) }, { keepDefaultValues: true })
  })
  useLayoutEffect(() => restore(), [])

  const keep = useEffectEvent((values: Values) => {
    if (name === '') return
    if (isSame(values, initial)) dropDraft(name)
    else writeDraft(name, ...partsOf(changesOf(values, initial), secrets))
  })
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form])

  const isNamed = useRef(name !== '')
  const keepFromNowOn = useEffectEvent((named: boolean) => {
    const values = form.getValues()
    if (named && !isNamed.current && !isSame(values, initial)) keep(values)
    isNamed.current = named
  })
  useEffect(() => keepFromNowOn(name !== ''), [name])

  const drop = () => {
    if (name !== '') dropDraft(name)
    setFound(undefined)
  }
  const { isDirty } = form.formState
  const [wasDirty, setWasDirty] = useState(isDirty)
  if (wasDirty !== isDirty) {
    setWasDirty(isDirty)
    if (!isDirty) setFound(undefined)
  }
  return { restored: found && restoredOf(found, initial), drop }
}

/** The draft, unless all that it holds has been saved meanwhile. */
function findDraft(name: string, initial: FieldValues): StoredDraft | undefined {
  const draft = name === '' ? undefined : readDraft(name)
  if (!draft) return undefined
  const isSaved = isSame({ ...initial, ...keptOf(draft, initial) }, initial)
  return isSaved && restoredOf(draft, initial).lostFiles.length === 0 ? undefined : draft
}

/** A field that the form no longer has is left out. */
function keptOf({ texts, files }: StoredDraft, initial: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries({ ...texts, ...files }).filter(([field]) => field in initial))
}

function restoredOf(draft: StoredDraft, initial: FieldValues): RestoredDraft {
  const lost = Object.entries(draft.fileNames).filter(([field]) => field in initial && !(field in draft.files))
  return { savedAt: new Date(draft.savedAt), lostFiles: lost.map(([, fileName]) => fileName) }
}

function isSame(values: FieldValues, initial: FieldValues): boolean {
  return Object.keys(changesOf(values, initial)).length === 0
}

function changesOf(values: FieldValues, initial: FieldValues): FieldValues {
  const changed = Object.keys(initial).filter((field) => (values[field] ?? '') !== (initial[field] ?? ''))
  return Object.fromEntries(changed.map((field) => [field, values[field]]))
}

function partsOf(
  values: FieldValues,
  secrets: readonly string[],
): [texts: Record<string, string>, files: Record<string, File>] {
  const texts: Record<string, string> = {}
  const files: Record<string, File> = {}
  for (const [field, value] of Object.entries(values)) {
    if (value instanceof File) files[field] = value
    else if (typeof value === 'string' && !secrets.includes(field)) texts[field] = value
  }
  return [texts, files]
}
