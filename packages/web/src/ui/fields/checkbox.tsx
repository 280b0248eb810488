import { useEffect, useRef, type ComponentProps } from 'react'
import styles from './checkbox.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Names the box, for those who cannot see what it stands beside. */
  label: string
  /** Some of what it stands for is picked, and some is not. */
  indeterminate?: boolean
  onPick: (picked: boolean) => void
}

/** A box to tick, without a text of its own beside it; its target is larger than what is drawn. */
export function Checkbox({ label, indeterminate = false, onPick, ...props }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // There is no attribute for it.
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <span className={styles['target']} title={props.title}>
      <input
        {...props}
        ref={box}
        type="checkbox"
        aria-label={label}
        className={styles['box']}
        onChange={({ target }) => onPick(target.checked)}
      />
    </span>
  )
}
