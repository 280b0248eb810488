import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import styles from './card-selection-bar.module.css'

interface Props {
  /** What the records are, such as `categories`. */
  nouns: string
  selected: number
  /** How many records match on all pages. */
  total: number
  deleteLabel: string
  /** Undefined where all that match cannot be selected at once. */
  onSelectAll?: () => void
  onClear: () => void
  onDelete: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** Says how many records are selected, selects all that match, and deletes the selected ones. */
export function CardSelectionBar(props: Props) {
  const { nouns, selected, total, deleteLabel, onSelectAll, onClear, onDelete, children } = props
  return (
    <div className={styles['bar']} role="group" aria-label={`Selected ${nouns}`}>
      <output className={styles['count']}>{`${selected} selected`}</output>
      {onSelectAll && selected < total && (
        <Button size="small" variant="ghost" onClick={onSelectAll}>{`Select all ${total}`}</Button>
      )}
      <Button size="small" variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
      {children}
      <Button size="small" variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
        {deleteLabel}
      </Button>
    </div>
  )
}
