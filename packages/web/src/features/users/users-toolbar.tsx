import { Menu } from '@base-ui/react/menu'
import { Ellipsis, RotateCcw, SquareTerminal } from 'lucide-react'
import { saveTheme, useTheme } from '#platform/theme.ts'
import { COPY_AS_COMMAND, useCopyAsCommand } from '#ui/copy-as-command/copy-command.ts'
import { MenuChoice } from '#ui/overlays/menu-choice.tsx'
import { MenuFrame } from '#ui/overlays/menu-frame.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import type { ColumnChoice } from './use-user-columns.tsx'
import menu from '#ui/overlays/menu.module.css'

interface Props {
  columns: ColumnChoice
  exporting: { busy: boolean; disabled: boolean; onExport: () => void; onCancel: () => void }
  command: () => string
}

/** The actions on the whole list. */
export function UsersToolbar({ columns: { options, hidden, onChange }, exporting, command }: Props) {
  const theme = useTheme()
  const copy = useCopyAsCommand(() => ({ text: command() }))
  return (
    <>
      <MenuFrame trigger={<IconButton label="More" icon={Ellipsis} className="framed" />}>
        {copy && (
          <Menu.Item className={menu['item']} onClick={copy}>
            <SquareTerminal />
            {COPY_AS_COMMAND}
          </Menu.Item>
        )}
        <MenuChoice
          label="Comfortable rows"
          checked={theme.density === 'comfortable'}
          onChange={(checked) => saveTheme({ ...theme, density: checked ? 'comfortable' : 'compact' })}
        />
        <div className={menu['separator']} />
        <Menu.Group>
          <Menu.GroupLabel className={menu['group']}>Columns</Menu.GroupLabel>
          {options.map(({ id, label }) => (
            <MenuChoice
              key={id}
              label={label}
              checked={!hidden.includes(id)}
              onChange={(checked) => onChange(checked ? hidden.filter((other) => other !== id) : [...hidden, id])}
            />
          ))}
        </Menu.Group>
        <div className={menu['separator']} />
        <Menu.Item
          className={menu['item']}
          closeOnClick={false}
          disabled={hidden.length === 0}
          onClick={() => onChange([])}
        >
          <RotateCcw />
          Reset
        </Menu.Item>
      </MenuFrame>
      <ExportButton {...exporting} />
    </>
  )
}
