import type { ComponentProps } from 'react'
import styles from './keys.module.css'

/** The keys of a shortcut, such as `g d`, one after the other. */
export function Keys({ keys, ...props }: ComponentProps<'span'> & { keys: string }) {
  return (
    <span {...props} className={styles['keys']}>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
