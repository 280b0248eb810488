import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './text-field.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** Stands inside the field at its start, such as an icon. */
  leading?: ReactNode
  /** Stands inside the field at its end, such as a button. */
  trailing?: ReactNode
  /** Something beside the label, such as a link. */
  aside?: ReactNode
  hideLabel?: boolean
}

/** A labelled input with room for a hint and an error, both tied to it for screen readers. */
export function TextField({ label, error, hint, leading, trailing, aside, hideLabel = false, ...input }: Props) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classNames(styles['field'], input.className)}>
      <div className={hideLabel ? 'visually-hidden' : styles['labelRow']}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={classNames(styles['box'], error !== undefined && styles['invalid'])}>
        {leading && <span className={styles['leading']}>{leading}</span>}
        <input
          {...input}
          id={id}
          className={styles['input']}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described || undefined}
        />
        {trailing}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  )
}
