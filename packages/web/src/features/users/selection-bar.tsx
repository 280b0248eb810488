import type { User } from '@rapport/core/entities/users/user.ts'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { deletionLine } from '#platform/command-line.ts'
import { CopyAsCommand } from '#ui/feedback/copy-as-command.tsx'
import { countText } from '#ui/table/count-text.ts'
import { Button } from '#ui/primitives/button.tsx'
import { useMatchingUsers, type UserFilter } from './matching-users.ts'
import styles from './selection-bar.module.css'
import { counted } from './user-words.ts'

interface Props {
  filter: UserFilter
  /** How many users match on all pages. */
  total: number
  /** There are more than `total`. */
  totalIsMinimum: boolean
  /** Their ids. */
  selected: readonly User['id'][]
  canSelect: (user: User) => boolean
  /** Whether `canSelect` knows the own account. */
  isOwnKnown: boolean
  onSelect: (users: readonly User[]) => void
  onClear: () => void
  onDelete: () => void
  onProblem: (text: string | undefined) => void
}

/** Says how many users are selected, selects all that match, and deletes the selected ones. */
export function SelectionBar(props: Props) {
  const { filter, total, totalIsMinimum, selected, canSelect, isOwnKnown, onSelect, onClear, onDelete, onProblem } =
    props
  const { load, cancel, loading } = useMatchingUsers(filter, onProblem)
  const [allSelected, setAllSelected] = useState<number>()
  const selectAll = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles['bar']} role="group" aria-label="Selected users">
      <output className={styles['count']}>{`${selected.length} selected`}</output>
      {(loading || ((totalIsMinimum || selected.length < total) && selected.length !== allSelected)) && (
        // It stays while it works, so that the second click of a double click does not hit Cancel.
        <Button
          ref={selectAll}
          size="small"
          variant="ghost"
          busy={loading}
          onClick={() =>
            load((users) => {
              const others = users.filter(canSelect)
              onSelect(others)
              setAllSelected(others.length)
            })
          }
        >
          {`Select all ${countText(total, totalIsMinimum)}${isOwnKnown ? ', except you' : ''}`}
        </Button>
      )}
      {loading && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            cancel()
            // This button disappears.
            selectAll.current?.focus()
          }}
        >
          Cancel
        </Button>
      )}
      <Button size="small" variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
      <CopyAsCommand look="small" command={() => ({ line: deletionLine('users', selected) })} />
      <Button size="small" variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
        {`Delete ${counted(selected.length)}`}
      </Button>
    </div>
  )
}
