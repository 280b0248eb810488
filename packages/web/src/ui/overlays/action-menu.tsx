import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from '#ui/primitives/class-names.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { MenuFrame } from './menu-frame.tsx'
import styles from './menu.module.css'

type Action = {
  label: string
  icon: ReactNode
  /** A second line: what comes of it, or why it cannot be done. */
  note?: string | undefined
  tone?: 'danger'
  disabled?: boolean
  className?: string | undefined
} & ({ to: LinkProps['to'] } | { onClick: () => void })

interface Props {
  label: string
  actions: readonly Action[]
  className?: string | undefined
}

/** A button that opens what can be done with one thing. */
export function ActionMenu({ label, actions, className }: Props) {
  return (
    <MenuFrame
      trigger={
        <IconButton label={label} className={className}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
    >
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
          <Menu.Item
            key={action.label}
            className={classNames(styles['item'], action.tone && styles[action.tone], action.className)}
            disabled={action.disabled === true}
            onClick={action.onClick}
          >
            {action.icon}
            <span>
              {action.label}
              {action.note !== undefined && <span className={styles['note']}>{action.note}</span>}
            </span>
          </Menu.Item>
        ),
      )}
    </MenuFrame>
  )
}
