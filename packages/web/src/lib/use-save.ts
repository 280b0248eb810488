import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor, type Situation } from '@rapport/core/messages.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path, type Resolver } from 'react-hook-form'
import { isSaidByFields } from './said-by-fields.ts'
import { useCountdown } from './use-countdown.ts'
import { useDraft, type RestoredDraft } from './use-draft.ts'
import { retryAfter } from './use-retry-wait.ts'

interface SaveOptions<Values extends FieldValues, Input extends FieldValues, Result> {
  /** The draft's name, from `useDraftName`: one per form and record. */
  draftName: string
  /** What the form holds before anything is typed: texts and files, by the contract's field names. */
  initial: Values
  /** Holds what is typed to core's input, as `zodResolver` does. */
  resolver: Resolver<Values, unknown, Input>
  /** Saves; throws `ApiError`. */
  save: (input: Input) => Promise<Result>
  /** Whose texts of the error catalogue are shown. */
  situation: Situation
  /** Called once, when it is saved and the form still stands. */
  onSaved: (result: Result) => void
  /** Fields that no draft keeps, such as passwords and codes. */
  secrets?: readonly (keyof Values & string)[]
}

/** What a form's frame has to know of it. */
export interface SaveState {
  /** Something differs from what is saved. */
  changed: boolean
  /** It is being saved. */
  busy: boolean
  /** What is wrong with the form as a whole, or with several fields alike; shown above it. */
  problem: string | undefined
  /** Seconds until the server takes another try. */
  wait: number
  /** How many tries were refused: at each, the focus goes to what is wrong. */
  refusals: number
  restored: RestoredDraft | undefined
  /** What is typed outlasts the form. */
  keepsDraft: boolean
  /** Saves, unless it is being saved already, has been and nothing has changed since, or the server wants a pause. */
  submit: () => Promise<void>
  /** Goes back to what is saved, and forgets the draft. */
  discard: () => void
  /** Whether leaving now would leave something unsaved behind. */
  isOpen: () => boolean
  /** Forgets what was typed, as the form is being left. */
  giveUp: () => void
}

const NO_SECRETS: readonly never[] = []

/**
 * A form that saves, and loses nothing: a draft holds what is typed, a second click while saving does nothing, and a
 * failed save keeps everything. What the server says of a field goes to that field, the rest to `problem`.
 */
export function useSave<Values extends FieldValues, Input extends FieldValues, Result>(
  options: SaveOptions<Values, Input, Result>,
) {
  const { draftName, initial, resolver, save, situation, onSaved, secrets = NO_SECRETS } = options
  const form = useForm<Values, unknown, Input>({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all fields of a flat form have a default
    defaultValues: initial as DefaultValues<Values>,
    resolver,
    shouldFocusError: false,
  })
  const { errors, isDirty } = form.formState
  const { restored, drop } = useDraft(form, { name: draftName, initial, secrets })
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [wait, startWait] = useCountdown()
  const saving = useRef(false)
  const settled = useRef(false)
  const mounted = useMounted()
  useEffect(() => {
    const reopen = () => {
      settled.current = false
    }
    return form.subscribe({ formState: { values: true }, callback: reopen })
  }, [form])

  const showFailure = (error: unknown) => {
    startWait(retryAfter(error))
    const fields = Object.entries(error instanceof ApiError ? error.fields : {})
    const known = fields.filter(([field]) => field in initial)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of the initial values' names
    for (const [field, message] of known) form.setError(field as Path<Values>, { message })
    const isAtFields = known.length > 0 && known.length === fields.length
    if (!isAtFields || (error instanceof ApiError && !isSaidByFields(error))) {
      form.setError('root.failure', { message: messageFor(situation, error) })
    }
  }
  const saveOnce = async (input: Input) => {
    setBusy(true)
    try {
      const result = await save(input)
      // What is saved is what a form that stays is compared with from now on.
      form.reset({ ...form.getValues(), ...pick(initial, secrets) })
      drop()
      settled.current = true
      if (mounted.current) onSaved(result)
    } finally {
      setBusy(false)
    }
  }
  const submit = async () => {
    // The second click of two may come when all is saved and the form has not gone yet.
    if (saving.current || settled.current || wait > 0) return
    saving.current = true
    let refused = false
    form.clearErrors('root')
    try {
      await form.handleSubmit(saveOnce, () => {
        refused = true
      })()
    } catch (error) {
      refused = true
      showFailure(error)
    } finally {
      saving.current = false
    }
    // Not before the errors are on the screen, one of which gets the focus.
    if (refused) setRefusals((count) => count + 1)
  }
  /** Takes `initial` for what is saved, as after loading it anew; what differs from what was saved before stays. */
  const renew = () => {
    const values = form.getValues()
    const defaultValues: FieldValues = form.formState.defaultValues ?? {}
    const typed = Object.keys(initial).filter((field) => (values[field] ?? '') !== (defaultValues[field] ?? ''))
    form.reset(initial, { keepErrors: true, keepIsSubmitted: true })
    for (const field of typed) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of the initial values' names
      form.setValue(field as Path<Values>, values[field], { shouldDirty: true })
    }
  }
  const discard = () => {
    form.reset(initial)
    drop()
  }

  const messages = Object.keys(initial).map((field) => textOf(errors[field]))
  const shared = messages.find((text, index) => text !== undefined && messages.indexOf(text) < index)
  const problem = textOf(errors.root?.['failure']) ?? shared
  const state: SaveState = {
    changed: isDirty,
    busy,
    problem,
    wait,
    refusals,
    restored,
    keepsDraft: draftName !== '',
    submit,
    discard,
    isOpen: () => !settled.current && (isDirty || busy),
    giveUp: () => {
      settled.current = true
      drop()
    },
  }
  /** What is wrong with a field: empty where `problem` says it for several. */
  const errorOf = (field: keyof Values & string) => {
    const text = textOf(errors[field])
    return text !== undefined && text === shared && text === problem ? '' : text
  }
  return { form, state, errorOf, renew }
}

function pick<Values extends FieldValues>(values: Values, fields: readonly (keyof Values & string)[]): Partial<Values> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields are those of the values
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>
}

function textOf(error: { message?: unknown } | undefined): string | undefined {
  return typeof error?.message === 'string' ? error.message : undefined
}

function useMounted(): RefObject<boolean> {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
