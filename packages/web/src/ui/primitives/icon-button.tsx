import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'

interface Props extends ComponentProps<'button'> {
  /** The accessible name, and the tooltip unless `title` is set. */
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
