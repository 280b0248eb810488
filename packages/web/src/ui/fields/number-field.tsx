import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

interface Props extends Omit<ComponentProps<typeof TextField>, 'type'> {
  /** Saved value. If it is not a number, the field becomes a text field, since a number field would hide it. */
  saved?: string
}

/** Number input that ignores the mouse wheel. */
export function NumberField({ saved = '', ...props }: Props) {
  return (
    <TextField
      inputMode="numeric"
      {...props}
      type={Number.isNaN(Number(saved)) ? 'text' : 'number'}
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  )
}
