import { messageFor } from '@rapport/core/messages.ts'
import type { User } from '@rapport/core/users/user.ts'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useMatchingUsers, type UserFilter } from './matching-users.ts'
import styles from './selection-bar.module.css'
import { counted } from './user-words.ts'

interface Props {
  filter: UserFilter
  /** How many match on all pages. */
  total: number
  picked: number
  canPick: (user: User) => boolean
  onPick: (users: readonly User[]) => void
  onClear: () => void
  onDelete: () => void
  onProblem: (text: string | undefined) => void
}

/** Says how many users are picked, picks all that match, and deletes them. */
export function SelectionBar({ filter, total, picked, canPick, onPick, onClear, onDelete, onProblem }: Props) {
  const matching = useMatchingUsers()
  const [found, setFound] = useState<number>()
  const [allPicked, setAllPicked] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const all = useRef<HTMLButtonElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => (bar.current ? holdRoom(bar.current) : undefined), [])

  const pickAll = async () => {
    const { signal } = (running.current = new AbortController())
    const users: User[] = []
    onProblem(undefined)
    setFound(0)
    try {
      for await (const batch of matching(filter, signal)) {
        if (signal.aborted) return
        users.push(...batch.users.filter(canPick))
        setFound(users.length)
      }
      onPick(users)
      setAllPicked(users.length)
    } catch (error) {
      if (!signal.aborted) onProblem(messageFor('listUsers', error))
    } finally {
      if (!signal.aborted) setFound(undefined)
    }
  }
  const cancel = () => {
    running.current?.abort()
    setFound(undefined)
    // The button goes.
    all.current?.focus()
  }
  return (
    <div ref={bar} className={styles['bar']} role="group" aria-label="Selected users">
      <output className={styles['count']}>{`${picked} selected`}</output>
      {(found !== undefined || (picked < total && picked !== allPicked)) && (
        // It stays while it works: the second click of a double click is not to hit what ends it.
        <Button ref={all} size="small" variant="ghost" busy={found !== undefined} onClick={() => void pickAll()}>
          {`Select all ${total}, except you`}
        </Button>
      )}
      {found !== undefined && (
        <Button size="small" variant="ghost" onClick={cancel}>
          {`Cancel (${found} of ${total})`}
        </Button>
      )}
      <Button size="small" variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
      <Button size="small" variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
        {`Delete ${counted(picked)}`}
      </Button>
    </div>
  )
}

const HELD = ['--held-above', '--held-below'] as const

/** Tells the screen how much of it the bar takes at which edge, as long as it is there. Returns the way to stop. */
function holdRoom(bar: HTMLElement): () => void {
  const { documentElement: root } = document
  const tools = bar.parentElement
  const measure = () => {
    // Where rows are cards the bar is held at the lower edge, else all that it stands in at the upper one.
    const below = isHeld(bar) ? bar.offsetHeight : 0
    const above = tools && isHeld(tools) ? tools.offsetHeight : 0
    root.style.setProperty('--held-below', `${below}px`)
    root.style.setProperty('--held-above', `${above}px`)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(bar)
  if (tools) observer.observe(tools)
  // A window that gets low holds nothing, without a change to the size of either.
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
