import type { ComponentProps } from 'react'
import { affixClass } from './field-frame.tsx'
import { TextField } from './text-field.tsx'

interface Props extends Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'leading' | 'trailing'> {
  /** Shown inside the field, such as `EUR`. */
  currency: string
}

/** A labelled amount with its currency. Read what is typed with `decimalOf`. */
export function PriceField({ currency, ...props }: Props) {
  return (
    <TextField
      {...props}
      inputMode="decimal"
      autoComplete="off"
      trailing={
        <span className={affixClass} aria-hidden="true">
          {currency}
        </span>
      }
    />
  )
}

/** Parses an amount with a decimal comma or point, such as `9,99`; NaN for anything else. */
export function decimalOf(text: string): number {
  return /^\s*-?\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}
