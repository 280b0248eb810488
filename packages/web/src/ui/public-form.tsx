import { useEffect, useRef, type ReactNode } from 'react'
import type { PublicFormState } from '#lib/use-public-form.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import styles from './public-form.module.css'
import { WaitText } from './wait-text.tsx'

interface Props {
  state: PublicFormState
  /** On the button that sends the form. */
  action: string
  /** In its place while the form is being sent. */
  busyAction: string
  /** The form cannot be sent as it stands. */
  disabled?: boolean
  /** Stands above the fields while nothing has failed. */
  notice?: ReactNode
  children: ReactNode
}

/** The frame of a form outside the session: what went wrong, the fields, one button. */
export function PublicForm({ state, action, busyAction, disabled = false, notice, children }: Props) {
  const { failure, wait, busy, submit } = state
  const shown = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (failure !== undefined) shown.current?.focus()
  }, [failure])

  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {failure === undefined ? (
        notice
      ) : (
        <Notice tone="error" ref={shown}>
          {failure}
          <WaitText seconds={wait} />
        </Notice>
      )}
      {children}
      <Button type="submit" variant="primary" size="large" busy={busy} disabled={disabled || wait > 0}>
        {busy ? busyAction : action}
      </Button>
    </form>
  )
}
