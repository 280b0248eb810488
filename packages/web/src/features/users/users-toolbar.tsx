import { Menu } from '@base-ui/react/menu'
import { Columns3, Download, Ellipsis, SquareTerminal } from 'lucide-react'
import { saveTheme, useTheme } from '#platform/theme.ts'
import { canCopy, COPY_AS_COMMAND, copyCommand } from '#ui/copy-as-command/copy-command.ts'
import { MenuChoice } from '#ui/overlays/menu-choice.tsx'
import { MenuFrame } from '#ui/overlays/menu-frame.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { type ColumnChoice, ColumnChoices } from '#ui/table/column-choices.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import menu from '#ui/overlays/menu.module.css'
import styles from './users-toolbar.module.css'

interface Props {
  columns: ColumnChoice
  /** Whether no table is shown. */
  disabled: boolean
  exporting: { busy: boolean; disabled: boolean; onExport: () => void; onCancel: () => void }
  command: () => string
}

/** The actions on the table, as buttons or in a menu. Phones have only the export. */
export function UsersToolbar({ columns, disabled, exporting, command }: Props) {
  return (
    <>
      <MenuFrame
        trigger={
          <Button className={styles['wide']} icon={<Columns3 />} disabled={disabled}>
            Columns
          </Button>
        }
      >
        <ColumnChoices {...columns} />
      </MenuFrame>
      <div className={classNames(styles['export'], styles[exporting.busy ? 'busy' : 'wide'])}>
        <ExportButton {...exporting} />
      </div>
      <MenuFrame trigger={<IconButton label="More" icon={Ellipsis} className={`framed ${styles['more']}`} />}>
        <Menu.Item
          className={classNames(menu['item'], styles['narrow'])}
          disabled={exporting.busy || exporting.disabled}
          onClick={exporting.onExport}
        >
          <Download />
          Export CSV
        </Menu.Item>
        {canCopy() && (
          <Menu.Item className={menu['item']} onClick={() => void copyCommand({ text: command() })}>
            <SquareTerminal />
            {COPY_AS_COMMAND}
          </Menu.Item>
        )}
        <DensityChoice />
        {!disabled && (
          <div className={styles['narrow']}>
            <div className={menu['separator']} />
            <ColumnChoices {...columns} />
          </div>
        )}
      </MenuFrame>
    </>
  )
}

/** A menu item that switches the row height of all tables in this browser. */
function DensityChoice() {
  const theme = useTheme()
  return (
    <MenuChoice
      label="Comfortable rows"
      checked={theme.density === 'comfortable'}
      onChange={(checked) => saveTheme({ ...theme, density: checked ? 'comfortable' : 'compact' })}
    />
  )
}
