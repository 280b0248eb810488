import { ApiError } from '@rapport/core/api/api-error.ts'
import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { useForm, type FieldValues, type Path, type RegisterOptions, type Resolver } from 'react-hook-form'
import { OfflineError } from '#platform/offline-error.ts'
import { useIsOnline } from '#platform/use-is-online.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { showError } from '#ui/feedback/toast.ts'
import { deleteDraft, type Draft } from './drafts.ts'
import { useDraft } from './use-draft.ts'

/** The operation whose error messages are shown, or a function that formats each error. */
type ErrorTexts =
  | { operation: MessageKey; formatError?: undefined }
  | { operation?: undefined; formatError: (error: unknown) => string }

type Options<Values extends FieldValues, Input, Result> = ErrorTexts & {
  /** Saved values. When they change, unedited fields follow. */
  values: Values
  resolver?: Resolver<Values, unknown, Input>
  /** Receives the parsed input and the raw form values. */
  save: (input: Input, values: Values) => Promise<Result>
  /** Called after saving, if the form is still mounted. */
  onSaved: (result: Result, input: Input) => void | Promise<void>
  onError?: (error: unknown) => void
  /** Name of the draft; undefined for a form without drafts. */
  draftName?: string
  /** The resolver's message for empty required fields, shown once above the form, and the labels of all fields. */
  missingFields?: { message: string; labels: Readonly<Record<keyof Values & string, string>> } | undefined
  /** Fields that no draft stores, and that are cleared after saving. */
  secrets?: readonly (keyof Values & string)[]
  /** Returns the saved value that a field had when it was edited. */
  findBase?: (field: string) => unknown
}

/** The state of a form, for its frame. */
export interface SaveState {
  isSaving: boolean
  /** Error of the whole form. */
  error: string | undefined
  /** What to do about the error, shown below it. */
  errorDetail?: ReactNode
  invalidCount: number
  draft: Draft | undefined
  submit: (event: SyntheticEvent) => void
  /** Resets to the saved values and deletes the draft. */
  discard: () => void
  isDirty: boolean
  savedValues: FieldValues
  /** Sets fields as if the admin had typed. */
  setFields: (fields: Readonly<Record<string, unknown>>) => void
  /** Returns true if a chosen file is unsaved. Drafts do not keep files. */
  hasUnsavedFile: () => boolean
}

/** Options of a manual reset, which, unlike a change of `values`, discards edited fields. */
const RESET = { keepDirtyValues: false, keepFieldsRef: true }

/** Combines react-hook-form with a draft, one save at a time, and the server's errors. */
export function useSaveForm<Values extends FieldValues, Input extends FieldValues, Result>(
  options: Options<Values, Input, Result>,
) {
  const { values, resolver, save, onSaved, onError, draftName, missingFields } = options
  const { secrets = [], findBase, operation } = options
  const formatError = operation === undefined ? options.formatError : (error: unknown) => errorText(operation, error)
  const form = useForm<Values, unknown, Input>({
    values,
    ...(resolver && { resolver: withMissingFieldErrors(resolver, missingFields) }),
    // A refetch must not clear the error of a failed save.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { isSubmitting, isDirty, errors } = form.formState
  const isOnline = useIsOnline()
  const draft = useDraft(form, draftName, secrets, findBase)
  const isSaved = useRef(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const showInForm = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : {}
    const fieldNames = Object.keys(values).filter((name) => name in fields)
    for (const [index, name] of fieldNames.entries()) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the form's values
      form.setError(name as Path<Values>, { message: fields[name] ?? '' }, { shouldFocus: index === 0 })
    }
    const message = formatError(error)
    const type = error instanceof OfflineError ? 'offline' : 'server'
    if (!fieldNames.some((name) => fields[name] === message)) form.setError('root', { type, message })
  }
  /** Marks the sent values as saved, and keeps values typed since then and their draft. */
  const markSaved = (sentValues: Values) => {
    const currentValues = form.getValues()
    const savedValues = { ...sentValues }
    for (const name of secrets) {
      savedValues[name] = values[name]
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the form's values
      if (currentValues[name] === sentValues[name]) form.setValue(name as Path<Values>, values[name])
    }
    form.reset(savedValues, { ...RESET, keepValues: true })
    const isUnchanged = Object.keys(sentValues).every((name) => currentValues[name] === sentValues[name])
    if (draftName !== undefined && isUnchanged) deleteDraft(draftName)
  }
  const saveInput = async (input: Input, sentValues: Values) => {
    try {
      const result = await save(input, sentValues)
      isSaved.current = true
      markSaved(sentValues)
      if (isMounted.current) await onSaved(result, input)
    } catch (error) {
      onError?.(error)
      if (isMounted.current) showInForm(error)
      else showError(formatError(error))
    }
  }
  // Once the connection is back, nothing is wrong any more.
  const rootError = isOnline && errors.root?.type === 'offline' ? undefined : errors.root?.message
  const state: SaveState = {
    isSaving: isSubmitting,
    error: rootError ?? (Object.values(errors).some(isMissingValue) ? missingFields?.message : undefined),
    invalidCount: Object.keys(errors).filter((name) => name !== 'root').length,
    draft,
    submit: (event) => {
      event.preventDefault()
      // A double click may submit twice before the form has closed.
      if (isSubmitting || (isSaved.current && !isDirty)) return
      const sentValues = { ...form.getValues() }
      void form.handleSubmit((input) => saveInput(input, sentValues))(event)
    },
    discard: () => form.reset(values, RESET),
    isDirty,
    savedValues: values,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of this form
    setFields: (fields) => form.setValues(fields as Partial<Values>, { shouldDirty: true }),
    hasUnsavedFile: () =>
      Object.entries(form.getValues()).some(
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the form's values
        ([name, value]) => value instanceof File && form.getFieldState(name as Path<Values>).isDirty,
      ),
  }
  const field = <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  })
  return { form, field, state }
}

const isMissingValue = (error: { type?: unknown } | undefined) => error?.type === 'required'

/** Gives each empty required field its own error, in addition to the sentence for all. */
function withMissingFieldErrors<Values extends FieldValues, Input>(
  resolver: Resolver<Values, unknown, Input>,
  missingFields: Options<Values, Input, never>['missingFields'],
): Resolver<Values, unknown, Input> {
  if (!missingFields) return resolver
  return async (...args) => {
    const result = await resolver(...args)
    for (const [name, error] of Object.entries(result.errors)) {
      if (!error || error.message !== missingFields.message) continue
      error.type = 'required'
      error.message = `${missingFields.labels[name]} is required.`
    }
    return result
  }
}
