import { useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './error-summary.module.css'

interface Props {
  form: RefObject<HTMLFormElement | null>
  /** Error of the whole form. */
  error: string | undefined
  detail: ReactNode
  invalidCount: number
}

/** A form's errors, with links to the invalid fields. */
export function ErrorSummary({ form, error, detail, invalidCount }: Props) {
  const [fields, setFields] = useState<readonly { id: string; label: string }[]>([])
  useLayoutEffect(() => {
    const invalid = form.current?.querySelectorAll<HTMLInputElement>('[id][aria-invalid="true"]') ?? []
    // oxlint-disable-next-line react/set-state-in-effect -- which fields are invalid is known once they are drawn
    setFields(Array.from(invalid, ({ id, labels }) => ({ id, label: labels?.[0]?.firstChild?.textContent ?? '' })))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another field may have become valid
  }, [form, invalidCount])
  return (
    <Notice tone="error" ref={showSummary}>
      <p>{error ?? 'Please check these fields:'}</p>
      {detail !== undefined && <p>{detail}</p>}
      {fields.length > 1 && (
        <ul className={styles['fields']}>
          {fields.map(({ id, label }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.focus()
                }}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function showSummary(notice: HTMLElement | null): void {
  const field = notice?.parentElement?.querySelector('[aria-invalid]')
  if (!field) {
    notice?.focus()
    return
  }
  // Focusing the field may have scrolled the notice out of view. The field comes last, so it is visible in any case.
  for (const element of [notice, document.querySelector(`#${CSS.escape(`${field.id}-error`)}`), field]) {
    element?.scrollIntoView({ block: 'nearest' })
  }
}
