import { toRemoteRecord } from '@rapport/core/catalogue/plan/remote-records.ts'
import { fileFields, imageField } from '@rapport/core/catalogue/read/row.ts'
import type { EditableEntity, ServerRecord } from '@rapport/core/entities/entity.ts'
import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { format } from 'date-fns'
import { Download } from 'lucide-react'
import { downloadCsv } from '#platform/download.ts'
import { useToday } from '#platform/use-today.ts'
import { showSuccess } from '#ui/feedback/toast.ts'
import { Button } from '#ui/primitives/button.tsx'
import styles from './export-records.module.css'

interface Props {
  entity: EditableEntity
  records: readonly ServerRecord[] | undefined
  /** Names of the parents by id; without them, those that the records contain. */
  parentNames?: ReadonlyMap<string, string> | undefined
}

/** A button that exports records as CSV with the columns that the import reads. Images are named by their URLs. */
export function ExportRecords({ entity, records, parentNames }: Props) {
  const today = useToday()
  const save = () => {
    const columns = fileFields(entity).map(({ name }) => name)
    const rows = (records ?? []).map((record) => {
      const { values, image } = toRemoteRecord(entity, record, parentNames)
      return columns.map((name) => (name === imageField(entity) ? image : values[name]))
    })
    downloadCsv(`${entity.noun}-${format(today, 'yyyy-MM-dd')}.csv`, writeCsv([columns, ...rows]))
    showSuccess(rows.length === 1 ? '1 row was exported.' : `${rows.length} rows were exported.`)
  }
  return (
    <Button
      className={styles['export']}
      icon={<Download />}
      title="Export CSV"
      disabled={!records?.length}
      onClick={save}
    >
      Export CSV
    </Button>
  )
}
