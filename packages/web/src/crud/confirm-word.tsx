import { useEffect, useState, type RefObject } from 'react'
import { useIsTouch } from '#platform/use-media.ts'
import { TextField } from '#ui/fields/text-field.tsx'

const MAX_WITHOUT_WORD = 10

/** Returns true if deleting so many records requires the admin to type the word. */
export const needsWord = (count: number): boolean => count > MAX_WITHOUT_WORD

/** Checks the word that confirms a deletion of many records, or an erasure, typed into `field`. */
export function useConfirmWord(
  isNeeded: boolean,
  field: RefObject<HTMLInputElement | null>,
  word: 'DELETE' | 'ERASE' = 'DELETE',
) {
  const [text, setText] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const isTyped = text.trim().toUpperCase() === word
  // On a touch screen, focusing the field would open a keyboard over the question.
  const isTouch = useIsTouch()
  return {
    label: `Type ${word} to confirm`,
    text,
    setText,
    isNeeded,
    isMissing: isNeeded && !isTyped,
    /** Gets the dialog's initial focus. */
    initialFocus: isTouch ? undefined : field,
    error: isRefused && !isTyped ? `Type ${word} to continue.` : undefined,
    /** Returns true if the word is correct; otherwise shows an error in the field. */
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

/** The input for the word, if it is needed. */
export function WordField({ ref, word, onEnter }: Props) {
  const { isNeeded, initialFocus } = word
  useEffect(() => {
    // The field may appear later than the dialog.
    if (isNeeded) initialFocus?.current?.focus()
  }, [isNeeded, initialFocus])
  if (!isNeeded) return null
  return (
    <TextField
      ref={ref}
      label={word.label}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={word.text}
      error={word.error}
      onChange={({ target }) => word.setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Otherwise the key would also activate the button that gets the focus.
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
