import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useDebouncedText } from '#lib/use-debounced-text.ts'
import { IconButton } from './icon-button.tsx'
import styles from './search-field.module.css'
import { TextField } from './text-field.tsx'

interface Props {
  label: string
  placeholder: string
  value: string
  /** Called when typing pauses. */
  onSearch: (text: string) => void
  /** Called at every keystroke, for lists that need not wait. */
  onType?: (text: string) => void
}

/** A search box that answers to every keystroke and searches when typing pauses. */
export function SearchField({ label, placeholder, value, onSearch, onType }: Props) {
  const [text, setText] = useDebouncedText(value, onSearch)
  const type = (next: string) => {
    setText(next)
    onType?.(next)
  }
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
      value={text}
      onChange={(event) => type(event.target.value)}
      leading={<Search aria-hidden="true" />}
      trailing={
        text !== '' && (
          <IconButton
            label="Clear search"
            className={styles['clear']}
            onClick={() => {
              type('')
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
