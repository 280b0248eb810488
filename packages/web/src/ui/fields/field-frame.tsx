import { TriangleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './field-frame.module.css'

export interface FieldTexts {
  label: string
  required?: boolean | undefined
  /** Whether a star marks a required field, as where not all fields are required. */
  starred?: boolean | undefined
  error?: string | undefined
  hint?: string | undefined
  /** Warnings about what was typed, which do not prevent saving. */
  warnings?: readonly string[] | undefined
  /** Content beside the label, such as a link. */
  aside?: ReactNode
  hideLabel?: boolean | undefined
}

/** Attributes that link a control with its label and texts. */
export interface ControlProps {
  id: string
  required: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props extends FieldTexts {
  className?: string | undefined
  /** Content below the control. */
  meter?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** A label above a control, with a star if it is required, and error, hint or warnings below it. */
export function FieldFrame({ className, meter, children, ...texts }: Props) {
  const { label, required = false, starred = true, error, warnings, aside, hideLabel = false } = texts
  // Warnings say more than the hint and replace it.
  const hint = warnings?.length ? undefined : texts.hint
  const id = useId()
  const described = [error && `${id}-error`, warnings?.length && `${id}-warnings`, hint && `${id}-hint`]
  return (
    <div className={classNames(styles['field'], className)}>
      <div className={hideLabel ? 'visually-hidden' : styles['labelRow']}>
        <label htmlFor={id}>
          {label}
          {required && starred && (
            <span className={styles['star']} aria-hidden="true">
              *
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({
        id,
        required,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
      {meter}
      <div className={styles['message']} aria-live="polite">
        {error && (
          <p id={`${id}-error`} className={styles['error']}>
            {error}
          </p>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {warnings && (
        <div className={styles['message']} aria-live="polite">
          {warnings.length > 0 && (
            <ul id={`${id}-warnings`} className={styles['warnings']}>
              {warnings.map((warning) => (
                <li key={warning}>
                  <TriangleAlert />
                  {warning}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}

/** Returns the class of the box around a control. */
export function boxClass(error: string | undefined, ...others: (string | undefined)[]): string {
  return classNames(styles['box'], error !== undefined && styles['invalid'], ...others)
}

export const controlClass = styles['input'] ?? ''

/** The class of content before the control. */
export const leadingClass = styles['leading'] ?? ''
