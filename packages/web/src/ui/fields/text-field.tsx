import type { ComponentProps, ReactNode } from 'react'
import { boxClass, controlClass, FieldFrame, leadingClass, type FieldTexts } from './field-frame.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id'>, FieldTexts {
  /** Stands inside the field at its start, such as an icon. */
  leading?: ReactNode
  /** Stands inside the field at its end, such as a button. */
  trailing?: ReactNode
}

/** A labelled input of one line. */
export function TextField({ leading, trailing, className, ...props }: Props) {
  const { label, starred, error, hint, warnings, aside, hideLabel, meter, ...input } = props
  return (
    <FieldFrame {...{ label, starred, error, hint, warnings, aside, hideLabel, meter, className }}>
      {(control) => (
        <div className={boxClass(error)}>
          {leading && <span className={leadingClass}>{leading}</span>}
          <input {...input} {...control} className={controlClass} />
          {trailing}
        </div>
      )}
    </FieldFrame>
  )
}
