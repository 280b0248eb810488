import { useId, useState } from 'react'
import { MAX_DAY_COUNT } from './day-range.ts'
import styles from './day-count-field.module.css'

interface Props {
  /** Text after the number, such as `days up to today`. */
  label: string
  /** Undefined when the chosen range does not start or end today. */
  value: number | undefined
  /** Days that the calendar has in this direction. */
  max: number
  onChange: (count: number) => void
}

/** A field for a number of days, limited to `max` with a note. The text stays as typed until blur. */
export function DayCountField({ label, value, max, onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [note, setNote] = useState<string>()
  return (
    <div className={styles['field']}>
      <input
        id={id}
        className={styles['input']}
        type="number"
        inputMode="numeric"
        placeholder="–"
        min={0}
        max={MAX_DAY_COUNT}
        step={1}
        value={typed ?? value ?? ''}
        onChange={({ target }) => {
          const over = target.valueAsNumber > MAX_DAY_COUNT
          setNote(
            over
              ? `${MAX_DAY_COUNT} at most`
              : target.valueAsNumber > max
                ? `The calendar has ${max} days.`
                : undefined,
          )
          setTyped(over ? String(MAX_DAY_COUNT) : target.value)
          if (over) onChange(MAX_DAY_COUNT)
          else if (target.value !== '' && target.validity.valid) onChange(target.valueAsNumber)
        }}
        onBlur={() => {
          setTyped(undefined)
          setNote(undefined)
        }}
      />
      <label htmlFor={id}>{label}</label>
      <output className={styles['note']}>{note}</output>
    </div>
  )
}
