import { Trash2 } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import styles from './card-selection-bar.module.css'

interface Props {
  /** What the records are, such as `categories`. */
  nouns: string
  selected: number
  /** How many records match on all pages. */
  total: number
  deleteLabel: string
  onSelectAll: () => void
  onClear: () => void
  onDelete: () => void
}

/** Says how many records are selected, selects all that match, and deletes the selected ones. */
export function CardSelectionBar({ nouns, selected, total, deleteLabel, onSelectAll, onClear, onDelete }: Props) {
  return (
    <div className={styles['bar']} role="group" aria-label={`Selected ${nouns}`}>
      <output className={styles['count']}>{`${selected} selected`}</output>
      {selected < total && <Button size="small" variant="ghost" onClick={onSelectAll}>{`Select all ${total}`}</Button>}
      <Button size="small" variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
      <Button size="small" variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
        {deleteLabel}
      </Button>
    </div>
  )
}
