import { ApiError } from '@rapport/core/api/api-error.ts'
import type { MessageKey } from '@rapport/core/text/error-messages.ts'
import { useEffect, useRef, type SyntheticEvent } from 'react'
import {
  useForm,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type Resolver,
} from 'react-hook-form'
import { dropDraft, type Draft } from './drafts.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { showError } from '#ui/feedback/toast.ts'
import { useDraft } from './use-draft.ts'

interface Options<Values extends FieldValues, Input, Result> {
  /** The saved values. When they change, fields that were not edited follow. */
  values: Values
  resolver?: Resolver<Values, unknown, Input>
  /** Is also given the values of the form that the input was made of. */
  save: (input: Input, values: Values) => Promise<Result>
  /** The key of the error texts. */
  messageKey: MessageKey
  /** Called once it is saved, if the form is still on the screen. */
  onSaved: (result: Result, input: Input) => void | Promise<void>
  onError?: (error: unknown) => void
  /** What is said of a failure; the text of `messageKey` unless given. */
  textOf?: (error: unknown) => string
  /** Keeps a draft under this name. */
  draftName?: string
  /** The resolver's sentence for every required field that is empty, shown once above the form. */
  missingFields?: string
  /** Fields that no draft keeps, and that are cleared after saving. */
  secrets?: readonly (keyof Values & string)[]
  /** What was saved of a field when it was edited, to be kept with a draft. */
  baseOf?: (field: string) => unknown
}

/** The state of a form that its frame shows. */
export interface SaveState {
  isSaving: boolean
  /** What is wrong with the form as a whole. */
  error: string | undefined
  /** How many fields have to be corrected. */
  invalidCount: number
  /** The draft that was put back into the form. */
  draft: Draft | undefined
  submit: (event: SyntheticEvent) => void
  /** Goes back to what is saved and forgets the draft. */
  discard: () => void
  /** Whether something was changed and not saved. */
  isDirty: boolean
  /** What is saved, by field. */
  saved: FieldValues
  /** Changes fields as if it was done by hand. */
  setFields: (fields: Readonly<Record<string, unknown>>) => void
  /** Whether a file was chosen and not saved: no draft keeps it. */
  hasUnsavedFile: () => boolean
}

/** Unlike when `values` change, a reset by hand keeps no edited field. */
const RESET = { keepDirtyValues: false, keepFieldsRef: true }

/** react-hook-form with a draft, one save at a time, and the server's errors at their fields or above the form. */
export function useSaveForm<Values extends FieldValues, Input extends FieldValues, Result>(
  options: Options<Values, Input, Result>,
) {
  const { values, resolver, save, messageKey, onSaved, onError, draftName, missingFields } = options
  const { secrets = [], baseOf, textOf = (error: unknown) => errorText(messageKey, error) } = options
  const form = useForm<Values, unknown, Input>({
    values,
    ...(resolver && { resolver: withRequired(resolver, missingFields) }),
    // Why a save failed is still to be read when the list is read again.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { isSubmitting, isDirty, errors } = form.formState
  const draft = useDraft(form, draftName, secrets, baseOf)
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
    const known = Object.keys(values).filter((name) => name in fields)
    for (const [index, name] of known.entries()) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the form's values
      form.setError(name as Path<Values>, { message: fields[name] ?? '' }, { shouldFocus: index === 0 })
    }
    const text = textOf(error)
    if (!known.some((name) => fields[name] === text)) form.setError('root', { message: text })
  }
  /** Makes these values the saved ones. What was typed while they were being saved stays, and so does its draft. */
  const settle = (sent: Values) => {
    const typed = form.getValues()
    const saved = { ...sent }
    for (const name of secrets) {
      saved[name] = values[name]
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the form's values
      if (typed[name] === sent[name]) form.setValue(name as Path<Values>, values[name])
    }
    form.reset(saved, { ...RESET, keepValues: true })
    const isUnchanged = Object.keys(sent).every((name) => typed[name] === sent[name])
    if (draftName !== undefined && isUnchanged) dropDraft(draftName)
  }
  const saveInput = async (input: Input, sent: Values) => {
    try {
      const result = await save(input, sent)
      isSaved.current = true
      settle(sent)
      if (isMounted.current) await onSaved(result, input)
    } catch (error) {
      onError?.(error)
      if (isMounted.current) showInForm(error)
      else showError(textOf(error))
    }
  }
  const state: SaveState = {
    isSaving: isSubmitting,
    error: errors.root?.message ?? (Object.values(errors).some(isRequired) ? missingFields : undefined),
    invalidCount: Object.keys(errors).filter((name) => name !== 'root').length,
    draft,
    submit: (event) => {
      event.preventDefault()
      // The second click of a double click may arrive before the form has closed.
      if (isSubmitting || (isSaved.current && !isDirty)) return
      const sent = { ...form.getValues() }
      void form.handleSubmit((input) => saveInput(input, sent))(event)
    },
    discard: () => form.reset(values, RESET),
    isDirty,
    saved: values,
    setFields: (fields) => {
      for (const [name, value] of Object.entries(fields)) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a field of this form
        form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
      }
    },
    hasUnsavedFile: () =>
      Object.entries(form.getValues()).some(
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the form's values
        ([name, value]) => value instanceof File && form.getFieldState(name as Path<Values>).isDirty,
      ),
  }
  /** What a field takes: how it is registered, and what is wrong with it. */
  const field = <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  })
  return { form, field, state }
}

const isRequired = (error: { message?: unknown } | undefined) => error?.message === REQUIRED

/** What an empty required field says, while the sentence for all of them stands above the form. */
const REQUIRED = 'Required.'

function withRequired<Values extends FieldValues, Input>(
  resolver: Resolver<Values, unknown, Input>,
  missingFields: string | undefined,
): Resolver<Values, unknown, Input> {
  return async (...form) => {
    const result = await resolver(...form)
    for (const error of Object.values(result.errors)) {
      if (error && error.message === missingFields) error.message = REQUIRED
    }
    return result
  }
}
