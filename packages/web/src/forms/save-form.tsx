import type { ReactNode } from 'react'
import type { SaveState } from './use-save-form.ts'
import { DraftNotice } from './draft-notice.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

interface Props {
  label?: string
  className?: string | undefined
  /** From `useSaveForm`. */
  state: SaveState
  /** Shown above the fields while there is no error. */
  notice?: ReactNode
  children: ReactNode
}

/** The form element of `useSaveForm`, with its draft and its error above the fields. */
export function SaveForm({ label, className, state, notice, children }: Props) {
  const { error, draft, submit, discard } = state
  return (
    <form className={className} aria-label={label} noValidate onSubmit={submit}>
      {draft && <DraftNotice draft={draft} onDiscard={discard} />}
      {error === undefined ? (
        notice
      ) : (
        <Notice tone="error" ref={showError}>
          {error}
        </Notice>
      )}
      {children}
    </form>
  )
}

function showError(notice: HTMLElement | null): void {
  // An invalid field has the focus already, and may have scrolled the error out of a small window.
  if (notice?.parentElement?.querySelector('[aria-invalid]')) notice.scrollIntoView({ block: 'nearest' })
  else notice?.focus()
}
