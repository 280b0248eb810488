import { Menu } from '@base-ui/react/menu'
import { RotateCcw } from 'lucide-react'
import { MenuChoice } from '#ui/overlays/menu-choice.tsx'
import menu from '#ui/overlays/menu.module.css'

export interface ColumnChoice {
  options: readonly { id: string; label: string }[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/** A menu of a table's columns. */
export function ColumnChoices({ options, hidden, onChange }: ColumnChoice) {
  return (
    <>
      <Menu.Group>
        <Menu.GroupLabel className={menu['group']}>Columns</Menu.GroupLabel>
        {options.map(({ id, label }) => (
          <MenuChoice
            key={id}
            label={label}
            checked={!hidden.has(id)}
            onChange={(checked) => {
              const rest = [...hidden].filter((other) => other !== id)
              onChange(new Set(checked ? rest : [...rest, id]))
            }}
          />
        ))}
      </Menu.Group>
      <div className={menu['separator']} />
      <Menu.Item
        className={menu['item']}
        closeOnClick={false}
        disabled={hidden.size === 0}
        onClick={() => onChange(new Set())}
      >
        <RotateCcw />
        Reset
      </Menu.Item>
    </>
  )
}
