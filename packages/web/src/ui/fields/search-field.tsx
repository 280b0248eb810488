import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { TextField } from './text-field.tsx'
import styles from './search-field.module.css'

interface Props {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
}

/** A search box with a button that clears it. */
export function SearchField({ label, placeholder, value, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null)
  return (
    <TextField
      ref={box}
      className={styles['search']}
      type="search"
      label={label}
      hideLabel
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      leading={<Search />}
      trailing={
        value !== '' && (
          <IconButton
            label="Clear search"
            icon={X}
            isSmall
            onClick={() => {
              onChange('')
              box.current?.focus()
            }}
          />
        )
      }
    />
  )
}
