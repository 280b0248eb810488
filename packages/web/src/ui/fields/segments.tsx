import { useId } from 'react'
import styles from './segments.module.css'

interface Props<Value extends string> {
  /** Accessible name. */
  label: string
  value: Value | undefined
  options: readonly { value: Value; label: string; count?: number | undefined }[]
  onChange: (value: Value) => void
}

/** A choice between a few options, side by side. */
export function Segments<Value extends string>({ label, value: chosen, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={`${styles['segments']} no-print`}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ value, label: text, count }) => (
        <label key={value} className={styles['segment']}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          {text}
          {count !== undefined && (
            <>
              {' '}
              <span className={styles['count']}>{count}</span>
            </>
          )}
        </label>
      ))}
    </fieldset>
  )
}
