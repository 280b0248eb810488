import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import type { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './button.module.css'

interface Props extends LinkProps, Pick<ComponentProps<typeof Button>, 'variant' | 'size'> {
  icon?: ReactNode
}

/** A link that looks like a button. */
export function ButtonLink({ variant = 'secondary', size = 'medium', icon, className, children, ...props }: Props) {
  return (
    <Link {...props} className={classNames(styles['button'], styles[variant], styles[size], className)}>
      {icon}
      {children}
    </Link>
  )
}
