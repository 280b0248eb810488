import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from './class-names.ts'
import styles from './button.module.css'

interface Props extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'quietDanger'
  size?: 'small' | 'medium' | 'large'
  /** Whether to show a spinner and ignore clicks. The button keeps its place and the focus. */
  busy?: boolean
  icon?: ReactNode
}

/** A button whose `type` defaults to `button`. */
export function Button({ variant = 'secondary', size = 'medium', busy = false, icon, ...props }: Props) {
  const { className, children, onClick, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      className={classNames('no-print', styles['button'], styles[variant], styles[size], className)}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <span className={styles['spinner']} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

type ButtonLinkProps = LinkProps & Pick<Props, 'variant' | 'size' | 'icon'>

/** A link that looks like a button. */
export function ButtonLink({ variant = 'secondary', size = 'medium', icon, ...props }: ButtonLinkProps) {
  return (
    <Link
      {...props}
      className={classNames('no-print', styles['button'], styles[variant], styles[size], props.className)}
    >
      {icon}
      {props.children}
    </Link>
  )
}
