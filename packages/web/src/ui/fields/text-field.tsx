import type { ComponentProps, ReactNode } from 'react'
import { boxClass, controlClass, FieldFrame, leadingClass, type FieldTexts } from './field-frame.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id'>, FieldTexts {
  /** Content at the start of the field, such as an icon. */
  leading?: ReactNode
  /** Content at the end of the field, such as a button. */
  trailing?: ReactNode
  /** Content below the field, such as the strength of a password. */
  meter?: ReactNode
}

export function TextField({ leading, trailing, meter, className, ...props }: Props) {
  const { label, required, starred, error, hint, warnings, aside, hideLabel, ...input } = props
  return (
    <FieldFrame {...{ label, required, starred, error, hint, warnings, aside, hideLabel, meter, className }}>
      {(control) => (
        <div className={boxClass(error)}>
          {leading && <span className={leadingClass}>{leading}</span>}
          <input dir="auto" {...input} {...control} className={controlClass} />
          {trailing}
        </div>
      )}
    </FieldFrame>
  )
}

/** The field for an admin's email. */
export function EmailField(props: Omit<Props, 'label' | 'type'>) {
  return <TextField label="Email" type="email" autoCapitalize="none" spellCheck={false} required {...props} />
}
