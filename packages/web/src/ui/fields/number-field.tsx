import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

interface Props extends Omit<ComponentProps<typeof TextField>, 'type'> {
  /** What is saved so far. Browsers hide text in a number field, so text that has to be corrected gets a plain one. */
  saved?: string
}

/** A labelled number. Turning the mouse wheel over it does not change it. */
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
