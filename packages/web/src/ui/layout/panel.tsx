import type { ComponentProps } from 'react'
import styles from './panel.module.css'

/** A raised surface for one list or one form; what is inside lays itself out by the panel's width (`@container list`). */
export function Panel(props: ComponentProps<'section'>) {
  return <section {...props} className={styles['panel']} />
}
