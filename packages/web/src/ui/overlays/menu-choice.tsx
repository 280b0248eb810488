import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import styles from './menu.module.css'

interface Props {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Checkbox in a menu, which stays open for several choices. */
export function MenuChoice({ label, checked, onChange }: Props) {
  return (
    <Menu.CheckboxItem className={styles['item']} checked={checked} onCheckedChange={onChange}>
      <span className={styles['box']} aria-hidden="true">
        <Menu.CheckboxItemIndicator>
          <Check />
        </Menu.CheckboxItemIndicator>
      </span>
      {label}
    </Menu.CheckboxItem>
  )
}
