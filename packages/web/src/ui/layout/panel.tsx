import type { ComponentProps } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './panel.module.css'

interface Props extends ComponentProps<'section'> {
  /** Whether to leave out the surface, for cards. */
  plain?: boolean
}

/** The surface of a list or form, whose content can query its size (`@container list`). */
export function Panel({ plain = false, className, ...props }: Props) {
  return <section {...props} className={classNames(styles[plain ? 'plain' : 'panel'], className)} />
}
