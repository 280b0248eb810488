import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor, type Situation } from '@rapport/core/messages.ts'
import { useRef } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path, type Resolver } from 'react-hook-form'
import { logFailure } from './log-failure.ts'
import { useCountdown } from './use-countdown.ts'
import { retryAfter } from './use-retry-wait.ts'

/** What a public form does, in a module of its own, so that the page itself stays light. */
export interface PublicAction<Input extends FieldValues, Result> {
  /** Holds the form to core's input. */
  resolver: Resolver<Input>
  /** Makes the call; throws `ApiError`. */
  send: (input: Input) => Promise<Result>
}

interface Options<Input extends FieldValues, Result> {
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
  submit: () => Promise<void>
}

/** A form outside the session: it keeps no draft, sends once, and waits as long as the server asks for. Inputs take `field`. */
export function usePublicForm<Input extends FieldValues, Result>(options: Options<Input, Result>) {
  const { initial, load, situation, onDone, onFailure } = options
  const [wait, startWait] = useCountdown()
  const sending = useRef(false)
  const form = useForm<Input>({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all fields of a flat form have a default
    defaultValues: initial as DefaultValues<Input>,
    reValidateMode: 'onSubmit',
    resolver: async (...input) => (await load()).resolver(...input),
  })
  const { errors, isSubmitting } = form.formState

  /** Shows a failed call: at its fields where the server names them, and above the form. */
  const fail = (error: unknown, during: Situation = situation) => {
    for (const [name, message] of Object.entries(error instanceof ApiError ? error.fields : {})) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of the form's fields
      if (name in initial) form.setError(name as Path<Input>, { message })
    }
    form.setError('root.failure', { message: messageFor(during, error) })
    startWait(retryAfter(error))
  }
  const send = form.handleSubmit(async (input) => {
    const result = await (await load()).send(input)
    await onDone(result, input)
  })
  const submit = async () => {
    if (sending.current) return
    sending.current = true
    try {
      await send()
    } catch (error) {
      onFailure?.(error)
      fail(error)
    } finally {
      sending.current = false
    }
  }
  /** A failure here is not the admin's to see: submitting loads again, and says so. */
  const preload = () => {
    load().catch((error: unknown) => logFailure('The form could not be prepared.', error))
  }
  const state: PublicFormState = {
    failure: errors.root?.['failure']?.message,
    wait,
    busy: isSubmitting,
    submit,
  }
  const field = (name: Path<Input>) => ({ ...form.register(name), onFocus: preload })
  return { form, field, state, fail }
}
