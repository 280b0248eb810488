import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import styles from './inline-select.module.css'

interface Props<Value extends string | number> {
  label: string
  hideLabel?: boolean
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A labelled select for filters, with the label beside it. */
export function InlineSelect<Value extends string | number>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
}: Props<Value>) {
  const id = useId()
  return (
    <div className={`${styles['field']} no-print`}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <span className={styles['box']}>
        <select
          id={id}
          className={styles['select']}
          value={value}
          onChange={(event) => {
            const chosen = options[event.target.selectedIndex]
            if (chosen) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles['chevron']} />
      </span>
    </div>
  )
}
