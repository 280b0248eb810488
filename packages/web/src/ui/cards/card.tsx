import { Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from '#ui/primitives/class-names.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { IconLink } from '#ui/primitives/icon-link.tsx'

interface Props {
  /** The item's name, which is the card's title too. */
  name: string
  /** A small text above the name. */
  overline?: ReactNode
  picture?: ReactNode
  /** Below the name. */
  children?: ReactNode
  /** Props of the link that opens the item's form. */
  edit: Pick<ComponentProps<typeof IconLink>, 'to' | 'state'>
  onDelete: () => void
  /** A click anywhere on the card opens the form; its text then cannot be selected. */
  clickable?: boolean
  /** Edit and delete show only on hover or focus, and always without a mouse. */
  actionsOnHover?: boolean
}

/** One item of a card grid, with its edit and delete. */
export function Card(props: Props) {
  const { name, overline, picture, children, edit, onDelete, clickable = false, actionsOnHover = false } = props
  return (
    <article
      className={classNames(
        styles['card'],
        clickable && styles['clickable'],
        actionsOnHover && styles['actionsOnHover'],
      )}
    >
      {picture}
      <div className={styles['body']}>
        <div className={styles['head']}>
          <div className={styles['titles']}>
            {overline !== undefined && <p className={styles['overline']}>{overline}</p>}
            <h2 className={styles['name']} title={name}>
              <bdi>{name}</bdi>
            </h2>
          </div>
          <div className={styles['actions']}>
            <IconLink {...edit} label={`Edit ${name}`} title="Edit" className={styles['edit']} preventScrollReset>
              <Pencil aria-hidden="true" />
            </IconLink>
            <IconButton label={`Delete ${name}`} title="Delete" tone="danger" onClick={onDelete}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        </div>
        {children}
      </div>
    </article>
  )
}
