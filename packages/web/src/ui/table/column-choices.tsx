import { Menu } from '@base-ui/react/menu'
import { MenuChoice } from '#ui/overlays/menu-choice.tsx'
import menu from '#ui/overlays/menu.module.css'

export interface ColumnChoice {
  options: readonly { id: string; label: string }[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/** Menu of a table's columns: which are shown, and which do not fit now. */
export function ColumnChoices({ options, hidden, onChange }: ColumnChoice) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className={menu['group']}>Columns</Menu.GroupLabel>
      {options.map(({ id, label }) => (
        <MenuChoice
          key={id}
          label={label}
          note={hasNoRoom(id) ? 'No room' : undefined}
          checked={!hidden.has(id)}
          onChange={(checked) => {
            const others = [...hidden].filter((other) => other !== id)
            onChange(new Set(checked ? others : [...others, id]))
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

/** Returns true if the table leaves the column out because it is narrow (`dropOrder`). */
function hasNoRoom(id: string): boolean {
  return document.querySelector(`th[data-column="${id}"]`)?.checkVisibility?.() === false
}
