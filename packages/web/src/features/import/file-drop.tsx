import { FileUp, Plus } from 'lucide-react'
import { useId } from 'react'
import { useIsTouch } from '#platform/use-media.ts'
import { FileInput } from '#ui/images/file-input.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './file-drop.module.css'

interface Props {
  /** Whether the field takes one line, beside chosen files. */
  small: boolean
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** A file field that also accepts drops. */
export function FileDrop({ small, disabled, onFiles }: Props) {
  const id = useId()
  // Touch devices cannot drop files.
  const isTouch = useIsTouch()
  return (
    <div className={classNames(styles['zone'], small && styles['small'])}>
      <FileInput
        multiple
        disabled={disabled}
        accept=".csv,.yaml,.yml,.json,.png,.jpg,.jpeg,.svg"
        aria-label="Files to import"
        aria-describedby={small ? undefined : id}
        onFiles={onFiles}
      />
      {small ? (
        <>
          <Plus />
          <span aria-hidden="true">Add files</span>
        </>
      ) : (
        <>
          <span className="tile">
            <FileUp />
          </span>
          <div aria-hidden="true">
            <strong>{isTouch ? 'Choose files to import' : 'Drop files here'}</strong>
            <p id={id} className="description">
              YAML, JSON or CSV as <code>rapport export</code> writes them, with their images
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
