import { useState } from 'react'
import { TextField } from '#ui/fields/text-field.tsx'

const MAX_LENGTH = 500

/** The reason that a dialog asks for, as the query or body of the call. */
export function useReason(isRequired = false) {
  const [text, setText] = useState('')
  const reason = text.trim()
  return {
    text,
    setText,
    isRequired,
    isMissing: isRequired && reason === '',
    sent: reason === '' ? {} : { reason },
    reset: () => setText(''),
  }
}

export type Reason = ReturnType<typeof useReason>

export function ReasonField({ reason: { text, setText, isRequired } }: { reason: Reason }) {
  return (
    <TextField
      label={isRequired ? 'Reason' : 'Reason (optional)'}
      hint="Other admins see it in the history."
      required={isRequired}
      maxLength={MAX_LENGTH}
      autoComplete="off"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}
