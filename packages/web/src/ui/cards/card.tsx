import type { ComponentProps, ReactNode } from 'react'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { RecordActions } from './record-actions.tsx'
import styles from './card.module.css'

interface Props extends Omit<ComponentProps<typeof RecordActions>, 'className'> {
  /** Small text above the name. */
  overline?: ReactNode
  /** Also makes a click anywhere on the card open the form. The card's text then cannot be selected. */
  picture?: ReactNode
  children?: ReactNode
  selection?: { selected: boolean; onSelect: (selected: boolean) => void }
  heading?: 'h2' | 'h3'
}

/** An item of a card grid. Edit and delete appear on hover or focus, or in a menu on touch screens. */
export function Card(props: Props) {
  const { name, overline, picture, children, edit, onDelete, selection } = props
  const { heading: Heading = 'h2' } = props
  return (
    <article
      className={classNames(
        styles['card'],
        picture !== undefined && styles['pictured'],
        selection?.selected && styles['selected'],
      )}
    >
      {picture}
      <RecordActions className={styles['actions']} name={name} edit={edit} onDelete={onDelete} />
      <div className={styles['body']}>
        {overline !== undefined && <p>{overline}</p>}
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
