import styles from './skeleton.module.css'

interface Props {
  /** Any CSS width, such as `8rem` or `60%`. */
  width: string
}

/** The placeholder of a line of text. */
export function Skeleton({ width }: Props) {
  return <span className={styles['skeleton']} style={{ width }} aria-hidden="true" />
}
