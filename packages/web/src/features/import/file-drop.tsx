import { CATALOGUE } from '@rapport/core/catalogue/entities.ts'
import { fileFields } from '@rapport/core/catalogue/read/row.ts'
import { FileUp } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './file-drop.module.css'

/** Not every admin has an export at hand to copy the columns from. */
const CSV_COLUMNS = CATALOGUE.map(
  (entity) =>
    `${entity.type}.csv: ${fileFields(entity)
      .map(({ name }) => name)
      .join(', ')}`,
)

interface Props {
  /** In one line, beside files that were chosen before. */
  small: boolean
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** Takes files that are chosen or dropped. */
export function FileDrop({ small, disabled, onFiles }: Props) {
  const id = useId()
  return (
    <div className={classNames(styles['zone'], small && styles['small'])}>
      <FileUp className={styles['icon']} aria-hidden="true" />
      {/* It covers the zone, so that the browser takes what is dropped there. */}
      <input
        className={styles['input']}
        type="file"
        multiple
        disabled={disabled}
        accept=".csv,.yaml,.yml,.json,.png,.jpg,.jpeg,.svg"
        aria-label="Files to import"
        aria-describedby={small ? undefined : id}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Without this, choosing the same file again would fire no event.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <div aria-hidden="true">
        <p className={styles['title']}>{small ? 'Add files or images' : 'Choose files, or drop them here'}</p>
        {!small && (
          <div id={id} className={styles['text']}>
            <p>YAML, JSON or CSV as rapport export writes them, with their images. The columns of a CSV:</p>
            {CSV_COLUMNS.map((columns) => (
              <p key={columns}>{columns}</p>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
