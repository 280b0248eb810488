import { OTPField } from '@base-ui/react/otp-field'
import type { Ref } from 'react'
import { FieldFrame } from './field-frame.tsx'
import styles from './code-field.module.css'

interface Props {
  label: string
  hideLabel?: boolean
  /** Number of digits. */
  length: number
  value: string
  onChange: (digits: string) => void
  error?: string | undefined
  /** The first box. */
  ref?: Ref<HTMLInputElement>
}

/** An input for a one-time code, with a box per digit. Other characters are dropped, and the last digit submits. */
export function CodeField({ label, hideLabel, length, value, onChange, error, ref }: Props) {
  return (
    <FieldFrame required starred={false} label={label} hideLabel={hideLabel} error={error}>
      {({ id, required, ...control }) => (
        <OTPField.Root
          id={id}
          className={styles['boxes']}
          aria-labelledby={`${id}-boxes`}
          length={length}
          required={required}
          autoSubmit
          value={value}
          onValueChange={onChange}
        >
          <span id={`${id}-boxes`} className="visually-hidden">{`${length} digits`}</span>
          {Array.from({ length }, (_, index) => (
            <OTPField.Input
              key={index}
              ref={index === 0 ? ref : undefined}
              {...control}
              className={styles['box']}
              aria-label={index === 0 ? undefined : `Digit ${index + 1} of ${length}`}
            />
          ))}
        </OTPField.Root>
      )}
    </FieldFrame>
  )
}
