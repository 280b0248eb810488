import { Menu } from '@base-ui/react/menu'
import { MenuChoice } from '#ui/overlays/menu-choice.tsx'
import menu from '#ui/overlays/menu.module.css'

export interface ColumnChoice {
  /** `dropOrder` as in the table's columns. */
  options: readonly { id: string; label: string; dropOrder?: number }[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/** Menu of a table's columns: which are shown, and which do not fit now. */
export function ColumnChoices({ options, hidden, onChange }: ColumnChoice) {
  const dropped = lastDropped()
  const hasNoRoom = ({ dropOrder = Infinity }) => dropOrder <= dropped
  return (
    <Menu.Group>
      <Menu.GroupLabel className={menu['group']}>Columns</Menu.GroupLabel>
      {options.map((option) => (
        <MenuChoice
          key={option.id}
          label={option.label}
          note={hasNoRoom(option) ? 'No room' : undefined}
          // Choosing it would change nothing that can be seen.
          disabled={hasNoRoom(option)}
          checked={!hidden.has(option.id)}
          onChange={(checked) => {
            const others = [...hidden].filter((other) => other !== option.id)
            onChange(new Set(checked ? others : [...others, option.id]))
          }}
        />
      ))}
      <div className={menu['separator']} />
      <Menu.Item
        className={menu['item']}
        closeOnClick={false}
        disabled={hidden.size === 0}
        onClick={() => onChange(new Set())}
      >
        Reset
      </Menu.Item>
    </Menu.Group>
  )
}

/** Returns the `dropOrder` up to which the table leaves columns out, because it is narrow; 0 if it shows all. */
function lastDropped(): number {
  const table = document.querySelector('main table')
  return table ? Number(getComputedStyle(table).getPropertyValue('--dropped')) : 0
}
