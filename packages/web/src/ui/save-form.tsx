import { useEffect, useRef, type ReactNode } from 'react'
import type { SaveState } from '#lib/use-save-form.ts'
import { DraftNotice } from './draft-notice.tsx'
import { Notice } from './notice.tsx'

interface Props {
  label?: string
  className?: string | undefined
  /** From `useSaveForm`. */
  state: SaveState
  /** Stands above the fields while nothing has failed. */
  notice?: ReactNode
  children: ReactNode
}

/** The form element of `useSaveForm`, with its draft and its error above the fields. */
export function SaveForm({ label, className, state, notice, children }: Props) {
  const { error, submitCount, draft, submit, discard } = state
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== undefined) alert.current?.focus()
  }, [error, submitCount])
  return (
    <form className={className} aria-label={label} noValidate onSubmit={submit}>
      {draft && <DraftNotice draft={draft} onDiscard={discard} />}
      {error === undefined ? (
        notice
      ) : (
        <Notice tone="error" ref={alert}>
          {error}
        </Notice>
      )}
      {children}
    </form>
  )
}
