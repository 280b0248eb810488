import { FileUp, Plus } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './file-drop.module.css'

interface Props {
  /** In one line with the files that were chosen before. */
  small: boolean
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** Takes files that are chosen or dropped. */
export function FileDrop({ small, disabled, onFiles }: Props) {
  const id = useId()
  return (
    <div className={classNames(styles['zone'], small && styles['small'])}>
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
      {small ? (
        <>
          <Plus className={styles['icon']} aria-hidden="true" />
          <span aria-hidden="true">Add files or images</span>
        </>
      ) : (
        <>
          <FileUp className={styles['icon']} aria-hidden="true" />
          <div aria-hidden="true">
            <p className={styles['title']}>Drop files here</p>
            <p id={id} className={styles['text']}>
              YAML, JSON or CSV as rapport export writes them, with their images
            </p>
          </div>
          <Button variant="primary" tabIndex={-1} aria-hidden="true">
            Choose files
          </Button>
        </>
      )}
    </div>
  )
}
