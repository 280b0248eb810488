import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import styles from './menu.module.css'

interface Props {
  label: string
  /** Shown at the other end of the line. */
  note?: string | undefined
  disabled?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Checkbox in a menu, which stays open for several choices. */
export function MenuChoice({ label, note, disabled = false, checked, onChange }: Props) {
  return (
    <Menu.CheckboxItem className={styles['item']} disabled={disabled} checked={checked} onCheckedChange={onChange}>
      <span className={styles['box']} aria-hidden="true">
        <Menu.CheckboxItemIndicator>
          <Check />
        </Menu.CheckboxItemIndicator>
      </span>
      {label}
      {note !== undefined && <span className={styles['end']}>{note}</span>}
    </Menu.CheckboxItem>
  )
}
