import { classNames } from './class-names.ts'
import styles from './badge.module.css'

interface Props {
  tone: 'green' | 'red' | 'purple' | 'neutral'
  /** A mark before the text that tells states apart without colour. */
  shape?: 'dot' | 'ring' | 'dash'
  children: string
}

/** A short word on a coloured ground. The word alone carries the meaning; colour and shape repeat it. It is never cut. */
export function Badge({ tone, shape, children }: Props) {
  return (
    <span
      className={classNames(styles['badge'], styles[tone], shape && styles['marked'], shape && styles[shape])}
      title={children}
    >
      {children}
    </span>
  )
}
