import { Checkbox } from '#ui/fields/checkbox.tsx'
import styles from './also-delete-positions.module.css'

interface Props {
  /** `its` for one category, `their` for several. */
  whose: 'its' | 'their'
  /** Number of positions. Nothing is rendered for 0. */
  count: number
  disabled?: boolean
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A checkbox that deletes categories together with their positions. */
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
