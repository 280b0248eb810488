import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { boxClass, controlClass, FieldFrame, type FieldTexts } from './field-frame.tsx'
import styles from './select-field.module.css'

interface Props extends Omit<ComponentProps<'select'>, 'id'>, FieldTexts {
  options: readonly { value: string; label: string }[]
  /** Text of the option for no choice. Without a placeholder, one option is always selected. */
  placeholder?: string
}

/** A labelled select, styled like the other fields of a form. */
export function SelectField({ options, placeholder, className, ...props }: Props) {
  const { label, required, starred, error, hint, warnings, aside, hideLabel, ...select } = props
  return (
    <FieldFrame {...{ label, required, starred, error, hint, warnings, aside, hideLabel, className }}>
      {(control) => (
        <div className={boxClass(error, styles['box'])}>
          <select {...select} {...control} className={`${controlClass} ${styles['select']}`}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles['chevron']} />
        </div>
      )}
    </FieldFrame>
  )
}
