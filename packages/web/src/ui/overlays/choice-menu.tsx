import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import styles from './menu.module.css'

interface Props {
  label: string
  icon: ReactNode
  options: readonly { id: string; label: string }[]
  isChosen: (id: string) => boolean
  onToggle: (id: string, chosen: boolean) => void
}

/** A button that opens a list of checkboxes, which stays open for several choices. */
export function ChoiceMenu({ label, icon, options, isChosen, onToggle }: Props) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={<Button icon={icon} title={label} />}>{label}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles['positioner']} sideOffset={6} align="end">
          <Menu.Popup className={styles['popup']}>
            {options.map((option) => (
              <Menu.CheckboxItem
                key={option.id}
                className={styles['item']}
                checked={isChosen(option.id)}
                onCheckedChange={(chosen) => onToggle(option.id, chosen)}
              >
                <span className={styles['box']} aria-hidden="true">
                  <Menu.CheckboxItemIndicator>
                    <Check />
                  </Menu.CheckboxItemIndicator>
                </span>
                {option.label}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
