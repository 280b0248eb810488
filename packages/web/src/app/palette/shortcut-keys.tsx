import { Fragment, type ComponentProps } from 'react'
import styles from './shortcut-keys.module.css'

/** A shortcut as kbd elements: `Ctrl K` as a chord, `g d` as “g then d”. */
export function ShortcutKeys({ keys, ...props }: ComponentProps<'span'> & { keys: string }) {
  return (
    <span {...props} className={styles['keys']}>
      {keys.split(' ').map((key, index, { 0: first = '' }) => (
        <Fragment key={key}>
          {index > 0 && /^[a-z]$/.test(first) && 'then'}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
