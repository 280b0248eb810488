import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type'>

/** A labelled number, which turning the mouse wheel over it leaves alone. */
export function NumberField(props: Props) {
  return (
    <TextField inputMode="numeric" {...props} type="number" onWheel={({ currentTarget }) => currentTarget.blur()} />
  )
}
