import type { ReactNode } from 'react'
import { RecordTabs } from '#record-history/record-tabs.tsx'
import { FormScreen } from '#ui/layout/form-screen.tsx'
import { LeaveConfirmation } from '#ui/overlays/leave-confirmation.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { SaveForm } from './save-form.tsx'
import { useRestoring, type EditedRecord } from './use-restoring.tsx'
import type { SaveState } from './use-save-form.ts'
import styles from './form-panel.module.css'

interface Props {
  title: string
  state: SaveState
  submitLabel: string
  /** Called after Cancel, which discards the changes, and by Back, which keeps a draft. */
  onCancel: () => void
  /** Adds a back button above the title. */
  backLabel?: string
  preview?: ReactNode
  /** A choice above the fields, which is required before saving. */
  conflictChoice?: ReactNode
  /** Undefined for a new record, and for one without history. */
  record?: EditedRecord | undefined
  children: ReactNode
}

/** The screen of a form, with Cancel and a button that saves. */
export function FormPanel(props: Props) {
  const { title, state, submitLabel, onCancel, backLabel, preview, conflictChoice, record, children } = props
  const { isSaving, draft, discard, hasUnsavedFile } = state
  const { restoring, notice } = useRestoring(state, record?.image)
  return (
    <FormScreen
      title={title}
      subject={record?.name}
      back={backLabel === undefined ? undefined : { label: backLabel, onClick: onCancel }}
      aside={preview}
    >
      <RecordTabs record={record} restoring={restoring}>
        <SaveForm className={styles['form']} label={title} state={state} notice={notice}>
          {draft && <DraftNotice draft={draft} onDiscard={discard} />}
          {conflictChoice}
          <div className="stack">{children}</div>
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
      </RecordTabs>
      <LeaveConfirmation when={hasUnsavedFile} title="Leave without saving?">
        The image that you chose will be lost. What you typed is kept as a draft.
      </LeaveConfirmation>
    </FormScreen>
  )
}
