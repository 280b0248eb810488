import { classNames } from '#ui/primitives/class-names.ts'
import type { SignUpComparison } from './dashboard.queries.ts'
import styles from './percent-change.module.css'

/** The change from the previous range in percent; nothing if the previous range has no sign-ups. */
export function PercentChange({ joined: { count, previousCount } }: { joined: SignUpComparison }) {
  if (previousCount === 0) return null
  const percent = Math.round(((count - previousCount) / previousCount) * 100)
  if (percent === 0) return <span>no change</span>
  return (
    <span className={classNames(styles['change'], percent < 0 && styles['down'])}>
      <span aria-hidden="true">{percent > 0 ? '▲' : '▼'}</span>
      <span className="visually-hidden">{percent > 0 ? 'up' : 'down'}</span> {Math.abs(percent)}%
    </span>
  )
}
