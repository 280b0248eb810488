import type { ReactNode } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './empty-state.module.css'

interface Props {
  icon: ReactNode
  title: string
  /** Element of the title. */
  heading?: 'p' | 'h1'
  children?: ReactNode
  /** Whether the state is an error, which is red and announced at once. */
  failed?: boolean
  actions?: ReactNode
}

/** A bubble of the product's mark, around 0, 0. */
const BUBBLE =
  'M0-40c25 0 45 18 45 40S25 40 0 40c-5 0-9-1-13-2l-19 10c-3 1-5-1-5-3l3-19C-41 19-45 9-45 0c0-22 20-40 45-40Z'
const HEART = 'M0 9-8 1c-3-3-3-8 0-10s6-1 8 2c2-3 5-4 8-2s3 7 0 10Z'

/** A message that says why there is nothing here, and what to do next. */
export function EmptyState({ icon, title, heading: Title = 'p', children, failed = false, actions }: Props) {
  return (
    <div className={classNames(styles['empty'], failed && styles['failed'])} role={failed ? 'alert' : undefined}>
      <span className={styles['scene']} aria-hidden="true">
        <svg viewBox="-80 -56 200 124">
          <g className={styles['rings']}>
            <circle r="62" />
            <circle r="80" />
          </g>
          <path className={styles['behind']} transform="translate(62 22)scale(-.8 .8)" d={BUBBLE} />
          <path className={styles['heart']} transform="translate(66 22)" d={HEART} />
          <path className={styles['bubble']} d={BUBBLE} />
          <circle className={styles['heart']} cx="-63" cy="-22" r="4" />
        </svg>
        {icon}
      </span>
      <Title className={styles['title']}>{title}</Title>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
