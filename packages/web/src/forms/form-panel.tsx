import type { ReactNode } from 'react'
import type { SaveState } from './use-save-form.ts'
import { Button } from '#ui/primitives/button.tsx'
import styles from './form-panel.module.css'
import { FormScreen } from '#ui/layout/form-screen.tsx'
import { LeaveConfirmation } from '#ui/overlays/leave-confirmation.tsx'
import { SaveForm } from './save-form.tsx'

interface Props {
  title: string
  /** From `useSaveForm`. */
  state: SaveState
  submitLabel: string
  /** Called by Cancel, after the changes are discarded, and by the back button, which keeps them as a draft. */
  onCancel: () => void
  /** Adds a back button above the title. */
  backLabel?: string
  /** What is edited about as the app shows it; beside the form where there is room. */
  preview?: ReactNode
  children: ReactNode
}

/** A form on a screen of its own, with Cancel and a button that saves. */
export function FormPanel({ title, state, submitLabel, onCancel, backLabel, preview, children }: Props) {
  const { isSaving, discard, hasUnsavedFile } = state
  return (
    <FormScreen
      title={title}
      back={backLabel === undefined ? undefined : { label: backLabel, onClick: onCancel }}
      aside={preview}
    >
      <SaveForm className={styles['form']} label={title} state={state}>
        <div className={styles['fields']}>{children}</div>
        <footer className={styles['actions']}>
          <Button
            onClick={() => {
              discard()
              onCancel()
            }}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isSaving}>
            {isSaving ? 'Saving…' : submitLabel}
          </Button>
        </footer>
      </SaveForm>
      <LeaveConfirmation when={hasUnsavedFile} title="Leave without saving?">
        The image that you chose will be lost. What you typed is kept as a draft.
      </LeaveConfirmation>
    </FormScreen>
  )
}
