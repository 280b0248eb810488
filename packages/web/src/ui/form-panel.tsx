import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { SaveState } from '#lib/use-save.ts'
import { Button } from './button.tsx'
import { DraftNotice } from './draft-notice.tsx'
import styles from './form-panel.module.css'
import { FormScreen } from './form-screen.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { Notice } from './notice.tsx'
import { WaitText } from './wait-text.tsx'

interface Props {
  title: string
  /** The form's state, from `useSave`. */
  state: SaveState
  submitLabel: string
  /** What the button says while it saves. */
  busyLabel?: string
  /** Leaves the form; a changed one asks first. */
  onCancel: () => void
  /** Adds a button above the title that does the same. */
  backLabel?: string
  children: ReactNode
}

/** A form with its title, its trouble and its buttons, which brings back drafts and asks before it is left changed. */
export function FormPanel(props: Props) {
  const { title, state, submitLabel, busyLabel = 'Saving…', onCancel, backLabel, children } = props
  const { busy, problem, wait, restored, refusals } = state
  const element = useRef<HTMLFormElement>(null)
  const submitter = useRef<Element>(null)

  // A field that was disabled while the form was being saved has lost the focus.
  useLayoutEffect(() => {
    if (busy || document.activeElement !== document.body) return
    if (submitter.current instanceof HTMLElement) submitter.current.focus()
  }, [busy])
  useEffect(() => {
    if (refusals === 0) return
    const { current } = element
    const alert = current?.querySelector<HTMLElement>('[role="alert"]')
    // It says what is wrong with the field, too, which may be all that a telephone shows.
    alert?.scrollIntoView({ block: 'nearest' })
    const target = current?.querySelector<HTMLElement>('[aria-invalid]') ?? alert
    target?.focus()
  }, [refusals])

  return (
    <FormScreen title={title} back={backLabel === undefined ? undefined : { label: backLabel, onClick: onCancel }}>
      <form
        ref={element}
        className={styles['form']}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) submitter.current = document.activeElement
          void state.submit()
        }}
      >
        {restored && <DraftNotice restored={restored} onDiscard={state.discard} />}
        {problem !== undefined && (
          <Notice tone="error">
            {problem}
            <WaitText seconds={wait} />
          </Notice>
        )}
        {/* What is typed while it is being saved would be lost with the form. */}
        <fieldset className={styles['fields']} disabled={busy}>
          {children}
        </fieldset>
        <footer className={styles['actions']}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} paused={wait > 0}>
            {busy ? busyLabel : submitLabel}
          </Button>
        </footer>
      </form>
      <LeaveGuard isOpen={state.isOpen} busy={busy} onDiscard={state.giveUp} keepsDraft={state.keepsDraft} />
    </FormScreen>
  )
}
