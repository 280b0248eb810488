import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor, type Situation } from '@rapport/core/messages.ts'
import { useRef, useState } from 'react'
import { logFailure } from './log-failure.ts'
import { isSaidByFields } from './said-by-fields.ts'
import { useCountdown } from './use-countdown.ts'
import { retryAfter } from './use-retry-wait.ts'

type Texts = Record<string, string>

/** What a public form does, in a module of its own, so that the page itself stays light. */
export interface PublicAction<Input extends Texts, Result> {
  /** Core's input, which what is typed is held to. */
  input: { safeParse: (typed: Texts) => Parsed<Input> }
  /** Makes the call; throws `ApiError`. */
  send: (input: Input) => Promise<Result>
}

/** As a zod schema answers. */
type Parsed<Input> =
  | { success: true; data: Input }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }

interface Options<Input extends Texts, Result> {
  /** What the form holds by field, where nothing else is typed. */
  initial: Input
  /** Called when a field gets the focus, and when the form is sent. */
  load: () => Promise<PublicAction<Input, Result>>
  /** Whose texts of the error catalogue are shown. */
  situation: Situation
  onDone: (result: Result, input: Input) => void | Promise<void>
  /** Told before a failure is shown. */
  onFailure?: (error: unknown) => void
}

/** What a public form's frame has to know of it. */
export interface PublicFormState {
  /** What is wrong with the form as a whole. */
  failure: string | undefined
  /** Seconds until the server takes another try. */
  wait: number
  busy: boolean
  /** Sends, unless it is being sent already or the server wants a pause. */
  submit: () => Promise<void>
}

/**
 * A form of a few texts outside the session: it keeps no draft, sends once, and waits as long as the server asks for. Inputs
 * take `field`. It does without the form library of the other screens, which would be a tenth of what /signin loads.
 */
export function usePublicForm<Input extends Texts, Result>(options: Options<Input, Result>) {
  const { initial, load, situation, onDone, onFailure } = options
  const [errors, setErrors] = useState<Texts>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [wait, startWait] = useCountdown()
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const sending = useRef(false)

  const focus = (name: keyof Input & string) => inputs.current.get(name)?.focus()
  const focusFirst = (wrong: Texts) => {
    const first = Object.keys(initial).find((name) => name in wrong)
    if (first !== undefined) focus(first)
  }
  /** Shows a failed call: at its fields where the server names them, and above the form where that is not all. */
  const fail = (error: unknown, during: Situation = situation) => {
    const said = error instanceof ApiError ? Object.entries(error.fields) : []
    const wrong = ofFields(said, initial)
    const isAtFields = said.length > 0 && said.every(([name]) => Object.hasOwn(wrong, name))
    const isToldByFields = isAtFields && error instanceof ApiError && isSaidByFields(error)
    setErrors(wrong)
    setFailure(isToldByFields ? undefined : messageFor(during, error))
    startWait(retryAfter(error))
    if (isToldByFields) focusFirst(wrong)
  }
  const clearErrors = () => {
    setErrors({})
    setFailure(undefined)
  }
  const send = async () => {
    const action = await load()
    // Read from the fields themselves: not every password manager says what it has filled in.
    const typed = Object.entries(initial).map(([name, text]) => [name, inputs.current.get(name)?.value ?? text])
    const parsed = action.input.safeParse(Object.fromEntries(typed))
    clearErrors()
    if (!parsed.success) {
      const wrong = ofFields(
        parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
        initial,
      )
      setErrors(wrong)
      focusFirst(wrong)
      return
    }
    await onDone(await action.send(parsed.data), parsed.data)
  }
  const submit = async () => {
    if (sending.current || wait > 0) return
    sending.current = true
    setBusy(true)
    try {
      await send()
    } catch (error) {
      onFailure?.(error)
      fail(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  /** A failure here is not the admin's to see: submitting loads again, and says so. */
  const preload = () => {
    load().catch((error: unknown) => logFailure('The form could not be prepared.', error))
  }
  const field = (name: keyof Input & string) => ({
    name,
    ref: (input: HTMLInputElement) => {
      inputs.current.set(name, input)
      return () => {
        inputs.current.delete(name)
      }
    },
    onFocus: preload,
    error: errors[name],
  })
  const state: PublicFormState = { failure, wait, busy, submit }
  return { field, state, fail, refuse: setErrors, clearErrors, focus }
}

/** The first text for each field that the form has. */
function ofFields(problems: readonly (readonly [string, string])[], initial: Texts): Texts {
  const errors: Texts = {}
  for (const [name, message] of problems) {
    if (Object.hasOwn(initial, name)) errors[name] ??= message
  }
  return errors
}
