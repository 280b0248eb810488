import { useId, useState, type ComponentProps } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './code-field.module.css'

interface Props extends Pick<ComponentProps<'input'>, 'name' | 'ref' | 'onFocus' | 'onKeyDown'> {
  label: string
  /** Digits of a whole code. */
  length: number
  value: string
  onChange: (digits: string) => void
  error?: string | undefined
}

/**
 * A one-time code: one input for keyboards, screen readers and autofill, drawn as a box per digit. Only the
 * digits of what is typed or pasted are kept.
 */
export function CodeField({ label, length, value, onChange, error, ...input }: Props) {
  const id = useId()
  const [caret, setCaret] = useState<number>()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={classNames(styles['boxes'], error !== undefined && styles['invalid'])}>
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            aria-hidden="true"
            className={classNames(styles['box'], index === Math.min(caret ?? -1, length - 1) && styles['current'])}
          >
            {value[index]}
          </span>
        ))}
        <input
          {...input}
          id={id}
          className={styles['input']}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          // No maxlength: some browsers cut pasted text before its spaces are removed.
          size={length}
          required
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={({ target }) => {
            const digits = digitsOf(target.value, length)
            setCaret(Math.min(target.selectionStart ?? digits.length, digits.length))
            onChange(digits)
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? undefined)}
          onBlur={() => setCaret(undefined)}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

function digitsOf(text: string, length: number): string {
  return text.replaceAll(/[^0-9]/g, '').slice(0, length)
}
