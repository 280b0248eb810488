import { classNames } from './class-names.ts'
import styles from './badge.module.css'

interface Props {
  tone: 'green' | 'red' | 'purple' | 'neutral'
  /** A dot before the text, for states. */
  dot?: boolean
  children: string
}

/** A short word on a coloured ground. The word alone carries the meaning; the colour repeats it. */
export function Badge({ tone, dot = false, children }: Props) {
  return (
    <span className={classNames(styles['badge'], styles[tone], dot && styles['dot'])} title={children}>
      <span className={styles['text']}>{children}</span>
    </span>
  )
}
