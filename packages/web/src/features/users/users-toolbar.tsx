import { Menu } from '@base-ui/react/menu'
import { RotateCcw, SquareTerminal } from 'lucide-react'
import { saveTheme, useTheme } from '#platform/theme.ts'
import { COPY_AS_COMMAND, useCopyAsCommand } from '#ui/copy-as-command/copy-command.ts'
import { checkboxClass } from '#ui/fields/checkbox.tsx'
import { ActionMenu } from '#ui/overlays/action-menu.tsx'
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
      <ActionMenu
        label="More"
        className="framed"
        actions={copy ? [{ label: COPY_AS_COMMAND, icon: <SquareTerminal />, onClick: copy }] : []}
      >
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
      </ActionMenu>
      <ExportButton {...exporting} />
    </>
  )
}

interface ChoiceProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox in a menu, which stays open for several choices. */
function MenuChoice({ label, checked, onChange }: ChoiceProps) {
  return (
    <Menu.CheckboxItem className={menu['item']} checked={checked} onCheckedChange={onChange}>
      <Menu.CheckboxItemIndicator keepMounted className={`${checkboxClass} ${menu['box']}`} />
      {label}
    </Menu.CheckboxItem>
  )
}
