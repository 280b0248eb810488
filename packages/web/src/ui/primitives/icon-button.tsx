import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'

interface Props extends ComponentProps<'button'> {
  /** Accessible name, and the tooltip unless `title` is set. */
  label: string
  tone?: 'neutral' | 'danger'
}

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
