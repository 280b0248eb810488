import { imagePath } from '@rapport/core/catalogue/plan/plan.ts'
import { formatLocation } from '@rapport/core/catalogue/read/row.ts'
import { FileText, Image as ImageIcon, X } from 'lucide-react'
import { Notice } from '#ui/feedback/notice.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { FileDrop } from './file-drop.tsx'
import { imageKey } from './plan/import-images.ts'
import { rowsText } from './plan/row-state.ts'
import type { ImportState } from './use-import.ts'
import styles from './chosen-files.module.css'

/** The maximum number of issues shown. A wrong separator causes one in each row. */
const MAX_ISSUES = 20

/** The field for files, the chosen ones, and their issues outside of rows. */
export function ChosenFiles({ state }: { state: ImportState }) {
  const { files, images, otherNames, isRunning: disabled, plan, rows = [] } = state
  const fileIssues = plan.data?.fileIssues ?? []
  const dropZone = (
    <FileDrop small={files.length > 0} disabled={disabled} onFiles={(added) => void state.addFiles(added)} />
  )
  const readIssues = files.flatMap(({ issues }) => issues.filter(({ row }) => row === undefined))
  const emptyLists = files.flatMap((file) => file.emptyLists)
  const issues = [...(fileIssues.length > 0 ? fileIssues : readIssues), ...emptyLists]
  const names = new Set(images.map(({ name }) => imageKey(name)))
  const rowsKeepingImage = rows.filter(({ correctedRow, change }) => {
    const path = imagePath(correctedRow)
    return (
      change?.remote?.image !== undefined &&
      path !== undefined &&
      path !== change.remote.image &&
      !names.has(imageKey(path))
    )
  })
  return (
    <>
      {files.length === 0 ? (
        dropZone
      ) : (
        <ul className={styles['files']} aria-label="Chosen files">
          <li>{dropZone}</li>
          {files.map((file) => (
            <li key={file.name} className={styles['file']}>
              <FileText />
              <bdi className={styles['name']}>{file.name}</bdi>
              <span className={styles['count']}>{rowsText(file.rows.length)}</span>
              <IconButton
                label={`Remove ${file.name}`}
                icon={X}
                disabled={disabled}
                onClick={() => state.remove(file.name)}
              />
            </li>
          ))}
          {images.length > 0 && (
            <li className={styles['file']}>
              <ImageIcon />
              <bdi className={styles['name']}>{images.length === 1 ? images[0]?.name : `${images.length} images`}</bdi>
              <IconButton label="Remove the images" icon={X} disabled={disabled} onClick={state.removeImages} />
            </li>
          )}
        </ul>
      )}
      {otherNames.length > 0 && (
        <Notice tone="error">{`Not a YAML, JSON, CSV or image file: ${otherNames.join(', ')}.`}</Notice>
      )}
      {issues.length > 0 && (
        <Notice tone="error">
          <ul>
            {issues.slice(0, MAX_ISSUES).map((issue) => (
              <li key={`${formatLocation(issue)} ${issue.message}`}>{`${formatLocation(issue)}: ${issue.message}`}</li>
            ))}
            {issues.length > MAX_ISSUES && <li>{`… and ${issues.length - MAX_ISSUES} more`}</li>}
          </ul>
          Fix the file and choose it again.
          {rows.length > 0 && issues.length > emptyLists.length && ' Downloads omit these rows.'}
        </Notice>
      )}
      {rowsKeepingImage.length > 0 && (
        <Notice tone="info">
          {rowsKeepingImage.length === 1
            ? '1 record keeps its current image because the image file was not selected.'
            : `${rowsKeepingImage.length} records keep their current images because the image files were not selected.`}
        </Notice>
      )}
    </>
  )
}
