import { useState, type RefObject } from 'react'
import { TextField } from '#ui/fields/text-field.tsx'

/** Deleting more records than this requires the admin to type the word. */
const MAX_WITHOUT_WORD = 10
const WORD = 'DELETE'

/** The word that confirms the deletion of many records; `field` is where it is typed. */
export function useConfirmWord(count: number, field: RefObject<HTMLInputElement | null>) {
  const [text, setText] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const isNeeded = count > MAX_WITHOUT_WORD
  const isTyped = text.trim() === WORD
  return {
    text,
    setText,
    isNeeded,
    error: isRefused && !isTyped ? `Type ${WORD}, in capitals.` : undefined,
    /** Whether the deletion may go on; otherwise the field says what is missing. */
    check: () => {
      if (!isNeeded || isTyped) return true
      setIsRefused(true)
      field.current?.focus()
      return false
    },
    reset: () => {
      setText('')
      setIsRefused(false)
    },
  }
}

interface Props {
  ref: RefObject<HTMLInputElement | null>
  word: ReturnType<typeof useConfirmWord>
  onEnter: () => void
}

/** Where the word is typed; nothing where it is not needed. */
export function WordField({ ref, word, onEnter }: Props) {
  if (!word.isNeeded) return null
  return (
    <TextField
      ref={ref}
      label={`Type ${WORD} to confirm`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={word.text}
      error={word.error}
      hint={word.error === undefined ? 'In capitals.' : undefined}
      onChange={({ target }) => word.setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Without this the same key would also press the button that gets the focus next.
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
