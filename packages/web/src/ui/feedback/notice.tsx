import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './notice.module.css'

const TONES = {
  error: [CircleAlert, 'tone-danger'],
  success: [CircleCheck, 'tone-success'],
  info: [Info, 'tone-calm'],
  warning: [TriangleAlert, 'tone-warning'],
} as const

interface Props {
  tone: keyof typeof TONES
  children: ReactNode
  /** A button or link at the end. */
  action?: ReactNode
  /** Whether to leave out the coloured background. */
  isPlain?: boolean
  ref?: Ref<HTMLDivElement>
}

/** A `ref` that moves the focus to a notice when it appears. */
export const focusElement = (element: HTMLElement | null): void => element?.focus()

/** An inline message. Errors are red and announced at once, successes are green (specification, section 8). */
export function Notice({ tone, children, action, isPlain = false, ref }: Props) {
  const [Icon, toneClass] = TONES[tone]
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames(styles['notice'], toneClass, styles[tone], isPlain && styles['plain'])}
    >
      <Icon className={styles['icon']} />
      <div className={styles['text']}>{children}</div>
      {action}
    </div>
  )
}
