import { Trash2 } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import styles from './selection-bar.module.css'

interface Props {
  /** Plural noun, such as `categories`. */
  plural: string
  selectedCount: number
  deleteLabel: string
  /** Why the selected records cannot be deleted now. */
  deleteHint?: string | undefined
  /** Button that selects all matching records, if the list can load them at once. */
  selectAllButton?: ReactNode
  onClear: () => void
  onDelete: () => void
  children?: ReactNode
}

/** A bar below a list, with the number of selected records and their actions. */
export function SelectionBar(props: Props) {
  const { plural, selectedCount, deleteLabel, deleteHint, selectAllButton, onClear, onDelete, children } = props
  const bar = useRef<HTMLDivElement>(null)
  return (
    <div ref={bar} className={styles['bar']} role="group" aria-label={`Selected ${plural}`}>
      <div className={styles['state']}>
        <output className={styles['count']}>{`${selectedCount} selected`}</output>
        {selectAllButton}
        <Button
          variant="ghost"
          onClick={() => {
            // Moves the focus, because the button disappears with the selection.
            bar.current?.closest('section')?.focus({ preventScroll: true })
            onClear()
          }}
        >
          <span>
            Clear <span className="visually-hidden">selection</span>
          </span>
        </Button>
      </div>
      {children}
      <Button
        variant="danger"
        icon={<Trash2 />}
        disabled={deleteHint !== undefined}
        title={deleteHint}
        onClick={onDelete}
      >
        {deleteLabel}
      </Button>
    </div>
  )
}
