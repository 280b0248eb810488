import type { ComponentProps } from 'react'
import styles from './panel.module.css'

interface Props extends ComponentProps<'section'> {
  /** Without a surface of its own, for cards, which stand on the canvas. */
  plain?: boolean
}

/** A surface for one list or form. Its content adapts to the panel's width (`@container list`). */
export function Panel({ plain = false, ...props }: Props) {
  return <section {...props} className={styles[plain ? 'plain' : 'panel']} />
}
