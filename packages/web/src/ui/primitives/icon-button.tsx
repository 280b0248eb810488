import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'

interface Props extends ComponentProps<'button'> {
  /** What the button does, for those who cannot see the icon; also its tooltip. */
  label: string
  tone?: 'neutral' | 'danger'
}

/** A square button that shows an icon alone. */
export function IconButton({ label, tone = 'neutral', className, ...props }: Props) {
  return (
    <button
      {...props}
      type="button"
      aria-label={label}
      title={props.title ?? label}
      className={classNames(styles['iconButton'], styles[tone], className)}
    />
  )
}
