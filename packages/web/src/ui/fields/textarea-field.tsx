import type { ComponentProps } from 'react'
import { boxClass, controlClass, FieldFrame, type FieldTexts } from './field-frame.tsx'
import styles from './textarea-field.module.css'

interface Props extends Omit<ComponentProps<'textarea'>, 'id'>, FieldTexts {}

/** A multi-line text input that grows with its text. */
export function TextareaField({ className, ...props }: Props) {
  const { label, required, starred, error, hint, warnings, aside, hideLabel, ...textarea } = props
  return (
    <FieldFrame {...{ label, required, starred, error, hint, warnings, aside, hideLabel, className }}>
      {(control) => (
        <div className={boxClass(error, styles['box'])}>
          <textarea
            dir="auto"
            rows={3}
            {...textarea}
            {...control}
            className={`${controlClass} ${styles['textarea']}`}
          />
        </div>
      )}
    </FieldFrame>
  )
}
