import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'

interface IconProps {
  /** Accessible name, and the tooltip unless `title` is set. */
  label: string
  icon: LucideIcon
}

interface Props extends ComponentProps<'button'>, IconProps {
  tone?: 'neutral' | 'danger'
  isSmall?: boolean
}

export function IconButton({ label, icon: Icon, tone = 'neutral', isSmall = false, className, ...props }: Props) {
  return (
    <button
      {...props}
      type="button"
      aria-label={label}
      title={props.title ?? label}
      className={classNames('no-print', styles['iconButton'], styles[tone], isSmall && styles['small'], className)}
    >
      <Icon />
    </button>
  )
}

/** A link that looks like an icon button. */
export function IconLink({ label, icon: Icon, className, children, ...props }: LinkProps & IconProps) {
  return (
    <Link
      {...props}
      aria-label={label}
      title={props.title ?? label}
      className={classNames('no-print', styles['iconButton'], styles['neutral'], className)}
    >
      <Icon />
      {children}
    </Link>
  )
}
