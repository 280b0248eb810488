import { useId, type ReactNode } from 'react'
import styles from './day-group.module.css'

interface Props {
  day: string
  /** The items of the list. */
  children: ReactNode
}

/** Section of a list for one day. */
export function DayGroup({ day, children }: Props) {
  const heading = useId()
  return (
    <>
      <h2 id={heading} className={styles['day']}>
        {day}
      </h2>
      <ul aria-labelledby={heading}>{children}</ul>
    </>
  )
}
