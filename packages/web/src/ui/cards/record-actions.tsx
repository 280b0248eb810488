import { Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useIsTouch } from '#platform/use-media.ts'
import { ActionMenu } from '#ui/overlays/action-menu.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { IconButton, IconLink } from '#ui/primitives/icon-button.tsx'
import styles from './record-actions.module.css'

interface Props {
  name: string
  /** Props of the link to the record's form. */
  edit: Pick<ComponentProps<typeof IconLink>, 'to'>
  onDelete: () => void
  className?: string | undefined
}

/** The buttons that edit and delete a record; touch screens have a menu with both. */
export function RecordActions({ name, edit, onDelete, className }: Props) {
  const isTouch = useIsTouch()
  return (
    <div className={classNames(styles['actions'], isTouch && styles['inMenu'], className)}>
      <IconLink {...edit} label={`Edit ${name}`} icon={Pencil} title="Edit" preventScrollReset />
      {isTouch ? (
        <ActionMenu
          label={`Actions for ${name}`}
          actions={[
            { label: 'Edit', icon: <Pencil />, to: edit.to, preventScrollReset: true },
            { label: 'Delete', icon: <Trash2 />, onClick: onDelete },
          ]}
        />
      ) : (
        <IconButton label={`Delete ${name}`} icon={Trash2} title="Delete" tone="danger" onClick={onDelete} />
      )}
    </div>
  )
}
