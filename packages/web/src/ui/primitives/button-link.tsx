import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from './class-names.ts'
import styles from './button.module.css'

interface Props extends LinkProps {
  icon?: ReactNode
}

/** A link that looks like a button. */
export function ButtonLink({ icon, className, children, ...props }: Props) {
  return (
    <Link {...props} className={classNames(styles['button'], styles['secondary'], styles['medium'], className)}>
      {icon}
      {children}
    </Link>
  )
}
