import type { Row } from '@rapport/core/catalogue/read/row.ts'
import { writeRows } from '@rapport/core/catalogue/write-catalogue.ts'
import type { CatalogueFormat } from '@rapport/core/entities/catalogue.ts'
import { download } from '#platform/download.ts'
import type { ImportFile } from './import-files.ts'
import type { PlannedRow } from './import-plan.ts'

const MEDIA_TYPES: Readonly<Record<CatalogueFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  yaml: 'application/yaml',
}

/** Downloads each file with its corrections. */
export function downloadCorrected(files: readonly ImportFile[], plannedRows: readonly PlannedRow[]): void {
  const correctedRows = new Map(plannedRows.map(({ originalRow, correctedRow }) => [originalRow, correctedRow]))
  for (const { name, format, rows } of files) {
    const stem = name.replace(/\.[^.]+$/, '')
    save(
      `${stem}-corrected`,
      rows.map((row) => correctedRows.get(row) ?? row),
      [format],
      'Corrected in the console.',
    )
  }
}

/** Downloads rejected rows as one file, in the format of their source files. */
export function downloadRejected(files: readonly ImportFile[], rejectedRows: readonly PlannedRow[]): void {
  const formats = files
    .filter(({ rows }) => rejectedRows.some(({ originalRow }) => rows.includes(originalRow)))
    .map((file) => file.format)
  const rows = rejectedRows.map(({ correctedRow }) => correctedRow)
  save('rejected', rows, formats, 'Not imported. Correct these rows and import this file.')
}

function save(stem: string, rows: readonly Row[], formats: readonly CatalogueFormat[], comment: string): void {
  const file = writeRows(rows, formats, { comment })
  if (file) download(`${stem}.${file.format}`, new Blob([file.text], { type: MEDIA_TYPES[file.format] }))
}
