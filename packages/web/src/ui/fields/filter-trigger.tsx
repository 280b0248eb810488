import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './filter-trigger.module.css'

interface Props extends ComponentProps<'button'> {
  icon?: ReactNode
  label: string
  /** What is chosen; undefined for nothing. */
  value: string | undefined
  /** Whether the value filters. */
  isOn?: boolean
  /** Whether only screen readers get the label. */
  hideLabel?: boolean | undefined
}

/** The button that opens a filter, with what is chosen. */
export function FilterTrigger(props: Props) {
  const { icon, label, value, isOn = value !== undefined, hideLabel = false, className, ...rest } = props
  return (
    <button
      {...rest}
      type="button"
      className={classNames(styles['trigger'], className)}
      data-chosen={isOn || undefined}
      data-filter={value !== undefined || undefined}
      aria-haspopup="dialog"
    >
      {icon}
      <span className={hideLabel ? 'visually-hidden' : styles['label']}>
        {value === undefined ? label : `${label}:`}
      </span>{' '}
      {value !== undefined && <span className={styles['value']}>{value}</span>}
      <ChevronDown />
    </button>
  )
}
