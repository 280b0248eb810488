import { Checkbox } from '#ui/fields/checkbox.tsx'
import styles from './also-delete-positions.module.css'

interface Props {
  /** Whose positions: `its` or `their`. */
  whose: string
  /** How many positions; there is nothing to choose without any. */
  count: number
  disabled?: boolean
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** Offers to delete the positions of categories together with them. */
export function AlsoDeletePositions({ whose, count, ...checkbox }: Props) {
  if (count === 0) return null
  const label = `Also delete ${whose} ${count === 1 ? 'position' : `${count} positions`}`
  return (
    <label className={styles['choice']}>
      <Checkbox label={label} {...checkbox} />
      <span aria-hidden="true">{label}</span>
    </label>
  )
}
