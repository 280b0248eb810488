import { Menu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import styles from './menu.module.css'

interface Props {
  trigger: ReactElement
  children: ReactNode
}

export function MenuFrame({ trigger, children }: Props) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner className={styles['positioner']} sideOffset={4} align="end" collisionPadding={8}>
          <Menu.Popup className={styles['popup']}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
