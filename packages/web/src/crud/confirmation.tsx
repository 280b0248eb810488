import { useEffect, useRef, useState } from 'react'
import { useIsTouch } from '#platform/use-media.ts'
import { TextField } from '#ui/fields/text-field.tsx'

const MAX_WITHOUT_WORD = 10
const MAX_REASON_LENGTH = 500

/** Returns the word to type before deleting so many records; undefined for a few. */
export const wordFor = (count: number) => (count > MAX_WITHOUT_WORD ? 'DELETE' : undefined)

interface Options {
  /** Whether a reason is required; undefined to ask for none. */
  isReasonRequired?: boolean | undefined
  /** Word to type; undefined to ask for none. */
  word?: 'DELETE' | 'ERASE' | undefined
}

/** What a dialog asks for before its action: a reason and a word, as far as they are needed. */
export function useConfirmation({ isReasonRequired, word }: Options) {
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // On a touch screen, focusing the field would open a keyboard over the question.
  const isTouch = useIsTouch()
  const isWordMissing = word !== undefined && typed.trim().toUpperCase() !== word
  return {
    isReasonRequired,
    word,
    reason,
    setReason,
    typed,
    setTyped,
    field,
    isWordMissing,
    isMissing: isWordMissing || (isReasonRequired === true && reason.trim() === ''),
    error: isRefused && isWordMissing ? `Type ${word} to continue.` : undefined,
    refuse: () => setIsRefused(true),
    /** The reason as the query or body of the call. */
    sent: reason.trim() === '' ? {} : { reason: reason.trim() },
    /** Gets the dialog's initial focus. */
    initialFocus: isTouch ? undefined : field,
    reset: () => {
      setReason('')
      setTyped('')
      setIsRefused(false)
    },
  }
}

export type Confirmation = ReturnType<typeof useConfirmation>

/** The inputs for the reason and the word. Enter after the word confirms. */
export function ConfirmationFields({ onConfirm, ...given }: Confirmation & { onConfirm: () => void }) {
  const { isReasonRequired, word, reason, setReason, typed, setTyped, error, isWordMissing, isMissing } = given
  const { field, initialFocus, refuse } = given
  useEffect(() => {
    // The field may appear later than the dialog.
    if (word !== undefined) initialFocus?.current?.focus()
  }, [word, initialFocus])
  return (
    <>
      {isReasonRequired !== undefined && (
        <TextField
          label={isReasonRequired ? 'Reason' : 'Reason (optional)'}
          hint="Other admins see it in the history."
          starred={isReasonRequired}
          required={isReasonRequired}
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {word !== undefined && (
        <TextField
          ref={field}
          label={`Type ${word} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={error}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Otherwise the key would also activate the button that gets the focus.
            event.preventDefault()
            if (isWordMissing) refuse()
            else if (!isMissing) onConfirm()
          }}
        />
      )}
    </>
  )
}
