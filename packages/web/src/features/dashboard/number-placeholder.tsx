import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './number-placeholder.module.css'

interface Props {
  /** It could not be loaded. */
  failed: boolean
  width: string
}

/** The place of a number that is not known: still loading, or a dash. */
export function NumberPlaceholder({ failed, width }: Props) {
  return failed ? <span className={styles['dash']}>–</span> : <Skeleton width={width} />
}
