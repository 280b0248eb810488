import { useEffect, useRef, type ComponentProps } from 'react'
import styles from './checkbox.module.css'

/** The class of every checkbox, with or without label. */
export const checkboxClass = styles['box'] ?? ''

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** The accessible name. */
  label: string
  /** Whether only some of the rows are selected. */
  indeterminate?: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A checkbox without a visible label. Its target is larger than the box. */
export function Checkbox({ label, indeterminate = false, onCheckedChange, ...props }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // HTML has no attribute for the indeterminate state.
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <span className={styles['target']} title={props.title}>
      <input
        {...props}
        ref={box}
        type="checkbox"
        aria-label={label}
        className={checkboxClass}
        onChange={({ target }) => onCheckedChange(target.checked)}
      />
    </span>
  )
}
