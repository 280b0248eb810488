import { useState } from 'react'
import { TextField } from '#ui/fields/text-field.tsx'
import styles from './settings-page.module.css'

interface Props {
  label: string
  /** Colour as `#rrggbb`. */
  value: string
  onChange: (colour: string) => void
}

const HEX = /^#?([0-9a-f]{6})$/i

/** A field for a colour, chosen with the browser's picker or typed as hex. */
export function ColourField({ label, value, onChange }: Props) {
  const [typedHex, setTypedHex] = useState<string>()
  return (
    <TextField
      label={label}
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
      leading={
        <input
          type="color"
          className={styles['patch']}
          aria-label={`${label}, from a palette`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      }
    />
  )
}
