import { Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useMedia } from '#platform/use-media.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { ActionMenu } from '#ui/overlays/action-menu.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { IconLink } from '#ui/primitives/icon-link.tsx'
import styles from './card.module.css'

interface Props {
  /** Name and title. */
  name: string
  /** Small text above the name. */
  overline?: ReactNode
  picture?: ReactNode
  /** Content below the name. */
  children?: ReactNode
  /** Props of the link to the item's form. */
  edit: Pick<ComponentProps<typeof IconLink>, 'to'>
  onDelete: () => void
  /** Whether a click anywhere on the card opens the form; its text then cannot be selected. */
  clickable?: boolean
  selection?: { selected: boolean; onSelect: (selected: boolean) => void }
  heading?: 'h2' | 'h3'
}

/** Item of a card grid. Edit and delete show on hover or focus, or in a menu on touch screens. */
export function Card(props: Props) {
  const { name, overline, picture, children, edit, onDelete, clickable = false, selection } = props
  const { heading: Heading = 'h2' } = props
  const isTouch = useMedia('(hover: none)')
  return (
    <article
      className={classNames(
        styles['card'],
        picture !== undefined && styles['pictured'],
        clickable && styles['clickable'],
        selection?.selected && styles['selected'],
      )}
    >
      {picture}
      <div className={classNames(styles['actions'], styles[isTouch ? 'inMenu' : 'onHover'])}>
        <IconLink {...edit} label={`Edit ${name}`} title="Edit" className={styles['edit']} preventScrollReset>
          <Pencil aria-hidden="true" />
        </IconLink>
        {isTouch ? (
          <ActionMenu
            label={`Actions for ${name}`}
            actions={[
              { label: 'Edit', icon: <Pencil aria-hidden="true" />, to: edit.to },
              { label: 'Delete', icon: <Trash2 aria-hidden="true" />, onClick: onDelete },
            ]}
          />
        ) : (
          <IconButton label={`Delete ${name}`} title="Delete" tone="danger" onClick={onDelete}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div className={styles['body']}>
        {overline !== undefined && <p className={styles['overline']}>{overline}</p>}
        <Heading className={styles['name']} title={name}>
          <bdi>{name}</bdi>
        </Heading>
        {children}
      </div>
      {selection && (
        <span className={styles['select']}>
          <Checkbox label={`Select ${name}`} checked={selection.selected} onCheckedChange={selection.onSelect} />
        </span>
      )}
    </article>
  )
}
