import { Trash2 } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import styles from './selection-bar.module.css'

interface Props {
  /** What the records are, such as `categories`. */
  nouns: string
  selected: number
  deleteLabel: string
  /** Selects all that match; undefined where that cannot be done at once. */
  selectAll?: ReactNode
  onClear: () => void
  onDelete: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** Says how many records are selected, and what can be done with them. At the lower edge of the window, below a list. */
export function SelectionBar({ nouns, selected, deleteLabel, selectAll, onClear, onDelete, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  return (
    <div ref={bar} className={styles['bar']} role="group" aria-label={`Selected ${nouns}`}>
      <div className={styles['state']}>
        <output className={styles['count']}>{`${selected} selected`}</output>
        {selectAll}
        <Button
          variant="ghost"
          onClick={() => {
            // The button disappears with the selection.
            bar.current?.closest('section')?.focus({ preventScroll: true })
            onClear()
          }}
        >
          <span>
            Clear <span className={styles['rest']}>selection</span>
          </span>
        </Button>
      </div>
      <div className={styles['actions']}>
        {children}
        <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
          {deleteLabel}
        </Button>
      </div>
    </div>
  )
}
