import { ChevronDown } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
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

interface NumberProps {
  label: string
  value: number
  options: readonly number[]
  onChange: (value: number) => void
}

/** A select of numbers, with the label beside it. */
export function NumberSelect({ label, value, options, onChange }: NumberProps) {
  const id = useId()
  return (
    <div className={`note row no-print ${styles['inline']}`}>
      <label htmlFor={id}>{label}</label>
      <span className={boxClass(undefined, styles['box'])}>
        <select
          id={id}
          className={`${controlClass} ${styles['select']}`}
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <ChevronDown className={styles['chevron']} />
      </span>
    </div>
  )
}
