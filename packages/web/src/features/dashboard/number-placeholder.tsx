import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './number-placeholder.module.css'

interface Props {
  /** Whether the number failed to load. */
  failed: boolean
  width: string
}

/** The placeholder of a number: a skeleton while it loads, a dash if it failed. */
export function NumberPlaceholder({ failed, width }: Props) {
  return failed ? <span className={styles['dash']}>–</span> : <Skeleton width={width} />
}
