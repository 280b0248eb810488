import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import styles from './search-field.module.css'
import { TextField } from './text-field.tsx'

interface Props {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  /** The placeholder is long, so on a phone the box has a row of its own. */
  wide?: boolean
}

/** A search box with a button that clears it. */
export function SearchField({ label, placeholder, value, onChange, wide = false }: Props) {
  const box = useRef<HTMLInputElement>(null)
  return (
    <TextField
      ref={box}
      className={classNames(styles['search'], wide && styles['wide'])}
      type="search"
      label={label}
      hideLabel
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      leading={<Search aria-hidden="true" />}
      trailing={
        value !== '' && (
          <IconButton
            label="Clear search"
            className={styles['clear']}
            onClick={() => {
              onChange('')
              box.current?.focus()
            }}
          >
            <X aria-hidden="true" />
          </IconButton>
        )
      }
    />
  )
}
