import { Menu } from '@base-ui/react/menu'
import { useSyncExternalStore } from 'react'
import { MenuChoice } from '#ui/overlays/menu-choice.tsx'
import type { ColumnMeta } from './data-table.tsx'
import menu from '#ui/overlays/menu.module.css'

export interface ColumnChoice {
  options: readonly { id: string; label: string; dropOrder: ColumnMeta['dropOrder'] }[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/** A menu of a table's columns: which are shown, and which do not fit now. */
export function ColumnChoices({ options, hidden, onChange }: ColumnChoice) {
  const dropped = useSyncExternalStore(onResize, lastDropped)
  const { fitting = [], others = [] } = Object.groupBy(options, ({ dropOrder = Infinity }) =>
    dropOrder > dropped ? 'fitting' : 'others',
  )
  return (
    <>
      <Menu.Group>
        <Menu.GroupLabel className={menu['group']}>Columns</Menu.GroupLabel>
        {fitting.map(({ id, label }) => (
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
      {others.length > 0 && (
        <Menu.Group>
          <Menu.GroupLabel className={menu['group']}>Hidden at this width</Menu.GroupLabel>
          <div className={menu['text']}>{others.map(({ label }) => label).join(', ')}</div>
        </Menu.Group>
      )}
      <div className={menu['separator']} />
      <Menu.Item
        className={menu['item']}
        closeOnClick={false}
        disabled={hidden.size === 0}
        onClick={() => onChange(new Set())}
      >
        Reset
      </Menu.Item>
    </>
  )
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Returns the `dropOrder` up to which a narrow table leaves out columns; 0 if it shows all. */
function lastDropped(): number {
  const table = document.querySelector('main table')
  return table ? Number(getComputedStyle(table).getPropertyValue('--dropped')) : 0
}
