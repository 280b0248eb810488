import { toRemoteRecord } from '@rapport/core/catalogue/plan/remote-records.ts'
import { fileFields, imageField } from '@rapport/core/catalogue/read/row.ts'
import type { EditableEntity, ServerRecord } from '@rapport/core/entities/entity.ts'
import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { format } from 'date-fns'
import { Download, SquareTerminal } from 'lucide-react'
import { downloadCsv } from '#platform/download.ts'
import { useToday } from '#platform/use-today.ts'
import { COPY_AS_COMMAND, useCopyAsCommand, type Command } from '#ui/copy-as-command/copy-command.ts'
import { showSuccess } from '#ui/feedback/toast.ts'
import { ActionMenu } from '#ui/overlays/action-menu.tsx'
import { Button } from '#ui/primitives/button.tsx'
import styles from './export-records.module.css'

interface Props {
  entity: EditableEntity
  records: readonly ServerRecord[] | undefined
  /** Names of the parents by id; without them, those that the records contain. */
  parentNames?: ReadonlyMap<string, string> | undefined
  /** Adds "Copy as command", where the browser allows copying; both are then in a menu. */
  command?: () => Command
}

/** A button that exports records as CSV with the columns that the import reads. Images are named by their URLs. */
export function ExportRecords({ entity, records, parentNames, command }: Props) {
  const today = useToday()
  const copy = useCopyAsCommand(command)
  const save = () => {
    const columns = fileFields(entity).map(({ name }) => name)
    const rows = (records ?? []).map((record) => {
      const { values, image } = toRemoteRecord(entity, record, parentNames)
      return columns.map((name) => (name === imageField(entity) ? image : values[name]))
    })
    downloadCsv(`${entity.noun}-${format(today, 'yyyy-MM-dd')}.csv`, writeCsv([columns, ...rows]))
    showSuccess(rows.length === 1 ? '1 row was exported.' : `${rows.length} rows were exported.`)
  }
  const label = 'Export CSV'
  const disabled = !records?.length
  if (copy) {
    const actions = [
      { label, icon: <Download />, disabled, onClick: save },
      { label: COPY_AS_COMMAND, icon: <SquareTerminal />, onClick: copy },
    ]
    return <ActionMenu className="framed" label="More" actions={actions} />
  }
  return (
    <Button className={styles['export']} icon={<Download />} title={label} disabled={disabled} onClick={save}>
      {label}
    </Button>
  )
}
