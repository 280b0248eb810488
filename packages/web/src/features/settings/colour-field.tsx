import { useId, useState } from 'react'
import styles from './colour-field.module.css'

interface Props {
  label: string
  /** Colour as `#rrggbb`. */
  value: string
  onChange: (colour: string) => void
}

const HEX = /^#?([0-9a-f]{6})$/i

/** A field for a colour, chosen with the browser's picker or typed as hex. */
export function ColourField({ label, value, onChange }: Props) {
  const id = useId()
  const [typedHex, setTypedHex] = useState<string>()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <span className={styles['row']}>
        <input
          id={id}
          type="color"
          className={styles['patch']}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
        <input
          className={styles['hex']}
          aria-label={`${label} as hex`}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={typedHex ?? value}
          onChange={({ target }) => {
            setTypedHex(target.value)
            const [, hex] = HEX.exec(target.value.trim()) ?? []
            if (hex !== undefined) onChange(`#${hex.toLowerCase()}`)
          }}
          // Discards an incomplete value.
          onBlur={() => setTypedHex(undefined)}
        />
      </span>
    </div>
  )
}
