import type { ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { SaveForm } from './save-form.tsx'
import type { SaveState } from './use-save-form.ts'

interface Props {
  state: SaveState
  submitLabel: string
  busyLabel: string
  disabled?: boolean
  /** Shown above the fields unless there is an error. */
  notice?: ReactNode
  children: ReactNode
}

/** A form of the public pages, with one wide button. It has few fields, so that their errors need no summary. */
export function PublicForm({ state, submitLabel, busyLabel, disabled = false, notice, children }: Props) {
  return (
    <SaveForm className="stack" state={{ ...state, invalidCount: 0 }} notice={notice}>
      {children}
      <Button type="submit" variant="primary" size="large" busy={state.isSaving} disabled={disabled}>
        {state.isSaving ? busyLabel : submitLabel}
      </Button>
    </SaveForm>
  )
}
