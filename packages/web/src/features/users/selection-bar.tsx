import type { User } from '@rapport/core/users/user.ts'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
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
  selected: number
  canSelect: (user: User) => boolean
  onSelect: (users: readonly User[]) => void
  onClear: () => void
  onDelete: () => void
  onProblem: (text: string | undefined) => void
}

/** Says how many users are selected, selects all that match, and deletes the selected ones. */
export function SelectionBar(props: Props) {
  const { filter, total, totalIsMinimum, selected, canSelect, onSelect, onClear, onDelete, onProblem } = props
  const { load, cancel, loading } = useMatchingUsers(filter, onProblem)
  const [allSelected, setAllSelected] = useState<number>()
  const selectAll = useRef<HTMLButtonElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => (bar.current ? holdRoom(bar.current) : undefined), [])
  return (
    <div ref={bar} className={styles['bar']} role="group" aria-label="Selected users">
      <output className={styles['count']}>{`${selected} selected`}</output>
      {(loading || ((totalIsMinimum || selected < total) && selected !== allSelected)) && (
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
          {`Select all ${countText(total, totalIsMinimum)}, except you`}
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
      <Button size="small" variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
        {`Delete ${counted(selected)}`}
      </Button>
    </div>
  )
}

const HELD = ['--held-above', '--held-below'] as const

/** Sets how much room the sticky bar takes at which edge of the window, so that focus and toasts keep clear of it. */
function holdRoom(bar: HTMLElement): () => void {
  const { documentElement: root } = document
  const tools = bar.parentElement
  const measure = () => {
    // Where rows are cards the bar sticks to the lower edge, otherwise its parent to the upper one.
    const below = isHeld(bar) ? bar.offsetHeight : 0
    const above = tools && isHeld(tools) ? tools.offsetHeight : 0
    root.style.setProperty('--held-below', `${below}px`)
    root.style.setProperty('--held-above', `${above}px`)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(bar)
  if (tools) observer.observe(tools)
  // In a low window nothing sticks, although neither changes its size.
  window.addEventListener('resize', measure)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', measure)
    for (const name of HELD) root.style.removeProperty(name)
  }
}

function isHeld(element: HTMLElement): boolean {
  return getComputedStyle(element).position === 'sticky'
}
