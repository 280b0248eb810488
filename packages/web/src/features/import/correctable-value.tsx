import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { TextareaField } from '#ui/fields/textarea-field.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './correctable-value.module.css'

interface Props {
  /** Accessible name, such as "Price of com.example.monthly". */
  name: string
  text: string
  /** Formatted text, shown until the value is corrected. */
  shownText: string
  multiline: boolean
  /** Valid values, if there are few. */
  choices: readonly string[] | undefined
  /** Whether the file's value is invalid; a correction may be valid. */
  isInvalid: boolean
  onCorrect: (text: string) => void
}

/** A value that turns into a field on click. Enter and blur keep the new text, Escape discards it. */
export function CorrectableValue({ name, text, shownText, multiline, choices, isInvalid, onCorrect }: Props) {
  const [typedText, setTyped] = useState<string>()
  const isOpen = useRef(false)
  const button = useRef<HTMLButtonElement>(null)

  const close = (keptText: string | undefined) => {
    // Some browsers fire `blur` when a focused field is removed.
    if (!isOpen.current) return
    isOpen.current = false
    setTyped(undefined)
    if (keptText !== undefined) onCorrect(keptText)
    // The button is rendered again in the next frame.
    requestAnimationFrame(() => button.current?.focus({ preventScroll: true }))
  }
  if (typedText === undefined) {
    return (
      <button
        ref={button}
        type="button"
        className={classNames(styles['value'], isInvalid && styles['wrong'])}
        aria-label={`Correct ${name}: ${shownText || 'empty'}`}
        title="Correct this value"
        onClick={() => {
          isOpen.current = true
          setTyped(text)
        }}
      >
        <bdi className={classNames(styles['text'], text === '' && 'placeholder-text')}>{shownText || 'Empty'}</bdi>
        {!isInvalid && <Pencil />}
      </button>
    )
  }
  const control = {
    label: name,
    hideLabel: true,
    value: typedText,
    className: styles['field'],
    // The field replaces the focused button.
    autoFocus: true,
    onBlur: () => close(typedText),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') close(undefined)
      else if (event.key !== 'Enter' || (multiline && event.shiftKey)) return
      else {
        event.preventDefault()
        close(typedText)
      }
    },
  }
  if (choices) {
    const options = [...new Set([text, ...choices])].map((value) => ({ value, label: value || 'Empty' }))
    return <SelectField {...control} options={options} onChange={({ target }) => setTyped(target.value)} />
  }
  const Field = multiline ? TextareaField : TextField
  return <Field {...control} onChange={({ target }) => setTyped(target.value)} />
}
