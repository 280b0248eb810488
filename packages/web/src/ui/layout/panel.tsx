import type { ComponentProps } from 'react'
import styles from './panel.module.css'

/** A raised surface for one list or form. Its content adapts to the panel's width (`@container list`). */
export function Panel(props: ComponentProps<'section'>) {
  return <section {...props} className={styles['panel']} />
}
