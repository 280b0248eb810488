import { useRef, type ReactNode } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import type { SaveState } from './use-save-form.ts'

interface Props {
  label?: string
  className?: string | undefined
  state: SaveState
  /** Shown above the fields unless there is an error. */
  notice?: ReactNode
  children: ReactNode
}

/** The form of `useSaveForm`, with its errors above the fields. Ctrl or ⌘ with Enter saves. */
export function SaveForm({ label, className, state, notice, children }: Props) {
  const { error, errorDetail, invalidCount, submit } = state
  const form = useRef<HTMLFormElement>(null)
  const hasSummary = error !== undefined || invalidCount > 1
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut of all its fields
    <form
      ref={form}
      className={className}
      aria-label={label}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // A disabled button blocks Enter, so missing digits would not be reported.
        const isBlocked = event.currentTarget.querySelector('[type="submit"]:disabled') !== null
        const isInField = event.target instanceof HTMLInputElement
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || (isBlocked && isInField))) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      {hasSummary ? (
        <ErrorSummary form={form} error={error} detail={errorDetail} invalidCount={invalidCount} />
      ) : (
        notice
      )}
      {children}
    </form>
  )
}
