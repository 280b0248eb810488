import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './filter-trigger.module.css'

interface Props extends ComponentProps<'button'> {
  icon?: ReactNode
  label: string
  /** What is chosen; undefined if the filter is off. */
  value: string | undefined
  open: boolean
}

/** The button that opens a filter, with what is chosen. */
export function FilterTrigger({ icon, label, value, open, className, ...props }: Props) {
  return (
    <button
      {...props}
      type="button"
      className={classNames(styles['trigger'], className)}
      data-chosen={value !== undefined || undefined}
      aria-haspopup="dialog"
      aria-expanded={open}
    >
      {icon}
      <span className={styles['label']}>{value === undefined ? label : `${label}:`}</span>{' '}
      {value !== undefined && <span className={styles['value']}>{value}</span>}
      <ChevronDown />
    </button>
  )
}
