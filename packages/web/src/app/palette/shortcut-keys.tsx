import type { ComponentProps } from 'react'
import styles from './shortcut-keys.module.css'

/** Renders a shortcut such as `g d` as kbd elements. */
export function ShortcutKeys({ keys, ...props }: ComponentProps<'span'> & { keys: string }) {
  return (
    <span {...props} className={styles['keys']}>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
