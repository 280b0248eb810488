import { classNames } from './class-names.ts'
import styles from './badge.module.css'

const TONES = {
  green: 'tone-success',
  red: 'tone-danger',
  amber: 'tone-warning',
  coral: styles['coral'],
  purple: 'tone-calm',
  neutral: 'tone-neutral',
}

interface Props {
  tone: keyof typeof TONES
  /** Mark that distinguishes states without colour. */
  shape?: 'dot' | 'ring' | 'dash' | 'plus'
  children: string
}

/** A short word on a coloured background, on one line. Colour and shape only repeat the word. */
export function Badge({ tone, shape, children }: Props) {
  return (
    <span
      className={classNames(styles['badge'], TONES[tone], shape && styles['marked'], shape && styles[shape])}
      title={children}
    >
      {children}
    </span>
  )
}
