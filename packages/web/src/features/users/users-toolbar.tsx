import { Menu } from '@base-ui/react/menu'
import { Ellipsis, SquareTerminal } from 'lucide-react'
import { saveTheme, useTheme } from '#platform/theme.ts'
import { COPY_AS_COMMAND, useCopyAsCommand } from '#ui/copy-as-command/copy-command.ts'
import { MenuChoice } from '#ui/overlays/menu-choice.tsx'
import { MenuFrame } from '#ui/overlays/menu-frame.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { type ColumnChoice, ColumnChoices } from '#ui/table/column-choices.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import menu from '#ui/overlays/menu.module.css'

interface Props {
  columns: ColumnChoice
  exporting: { busy: boolean; disabled: boolean; onExport: () => void; onCancel: () => void }
  command: () => string
}

/** The actions on the whole list. */
export function UsersToolbar({ columns, exporting, command }: Props) {
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
        <ColumnChoices {...columns} />
      </MenuFrame>
      <ExportButton {...exporting} />
    </>
  )
}
