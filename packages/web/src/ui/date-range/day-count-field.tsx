import { useId, useState } from 'react'
import { MAX_DAY_COUNT } from './day-range.ts'
import styles from './day-count-field.module.css'

interface Props {
  /** The text behind the number, such as `days up to today`. */
  label: string
  /** Undefined when the chosen range does not start or end today. */
  value: number | undefined
  onChange: (count: number) => void
}

/** A number of days, 0 to 99999, limited to that with a note. The text stays as typed until the field is left. */
export function DayCountField({ label, value, onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [clamped, setClamped] = useState(false)
  return (
    <div className={styles['field']}>
      <input
        id={id}
        className={styles['input']}
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_DAY_COUNT}
        step={1}
        value={typed ?? value ?? ''}
        onChange={({ target }) => {
          const over = target.valueAsNumber > MAX_DAY_COUNT
          setClamped(over)
          setTyped(over ? String(MAX_DAY_COUNT) : target.value)
          if (over) onChange(MAX_DAY_COUNT)
          else if (target.value !== '' && target.validity.valid) onChange(target.valueAsNumber)
        }}
        onBlur={() => {
          setTyped(undefined)
          setClamped(false)
        }}
      />
      <label htmlFor={id}>{label}</label>
      <output className={styles['clamped']}>{clamped && `${MAX_DAY_COUNT} at most`}</output>
    </div>
  )
}
