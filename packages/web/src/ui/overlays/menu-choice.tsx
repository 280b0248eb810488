import { Menu } from '@base-ui/react/menu'
import { checkboxClass } from '#ui/fields/checkbox.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './menu.module.css'

interface Props {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox in a menu, which stays open for several choices. */
export function MenuChoice({ label, checked, onChange }: Props) {
  return (
    <Menu.CheckboxItem className={styles['item']} checked={checked} onCheckedChange={onChange}>
      <Menu.CheckboxItemIndicator keepMounted className={classNames(checkboxClass, styles['box'])} />
      {label}
    </Menu.CheckboxItem>
  )
}
