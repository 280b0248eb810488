import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import styles from './menu.module.css'

type Action = { label: string; icon: ReactNode } & ({ to: LinkProps['to'] } | { onClick: () => void })

/** A button that opens what can be done with one thing. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        render={
          <IconButton label={label}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      />
      <Menu.Portal>
        <Menu.Positioner className={styles['positioner']} sideOffset={4} align="end">
          <Menu.Popup className={styles['popup']}>
            {actions.map((action) =>
              'to' in action ? (
                <Menu.LinkItem
                  key={action.label}
                  className={styles['item']}
                  closeOnClick
                  render={<Link to={action.to} preventScrollReset />}
                >
                  {action.icon}
                  {action.label}
                </Menu.LinkItem>
              ) : (
                <Menu.Item key={action.label} className={styles['item']} onClick={action.onClick}>
                  {action.icon}
                  {action.label}
                </Menu.Item>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
