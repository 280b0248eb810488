import type { User } from '@rapport/core/users/user.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { AlertFrame } from '#ui/overlays/alert-frame.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { LeaveConfirmation } from '#forms/leave-confirmation.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import styles from './delete-users.module.css'
import { useBulkDeletion, type DeletionResult } from './use-bulk-deletion.ts'
import { counted, describe } from './user-words.ts'

/** Deleting more users than this requires the admin to type the word. */
const MOST_WITHOUT_WORD = 10
const WORD = 'DELETE'
const NAMES_SHOWN = 3
const RESULTS_SHOWN = 200
const NONE: readonly User[] = []

interface Props {
  /** The users to delete; undefined while there are none. */
  users: readonly User[] | undefined
  /** Called with the users that are deleted. */
  onDeleted: (users: readonly User[]) => void
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks whether many users shall be deleted, deletes them, and lists the results unless all are deleted. */
export function DeleteUsers({ users = NONE, onDeleted, onClose, fallbackFocus }: Props) {
  const { progress, results, run, stop, reset } = useBulkDeletion()
  const running = progress !== undefined
  const phase = running ? 'running' : results ? 'done' : 'asking'
  const usersLeft = results ? results.filter(isLeft).map(({ user }) => user) : users
  const openerRemains = useRef(true)
  const [word, setWord] = useState('')
  const [wordRefused, setWordRefused] = useState(false)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const deleteButton = useRef<HTMLButtonElement>(null)
  const wordField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The focused control disappears with the phase.
    if (phase === 'running') deleteButton.current?.focus()
    if (phase === 'done') cancelButton.current?.focus()
  }, [phase])

  const close = ({ deleted = false } = {}) => {
    openerRemains.current = phase === 'asking' && !deleted
    onClose()
    reset()
    setWord('')
    setWordRefused(false)
  }
  const deleteLeft = async () => {
    const all = await run(usersLeft)
    onDeleted(all.filter((result) => !isLeft(result)).map(({ user }) => user))
    if (all.some(isLeft)) return
    showSuccess(users.length === 1 ? '1 user was deleted.' : `All ${users.length} users were deleted.`)
    close({ deleted: true })
  }
  const wordNeeded = users.length > MOST_WITHOUT_WORD
  const confirm = () => {
    if (wordNeeded && word.trim() !== WORD) {
      setWordRefused(true)
      wordField.current?.focus()
    } else void deleteLeft()
  }
  return (
    <AlertFrame
      open={users.length > 0}
      wide
      title={
        {
          asking: `Are you sure you want to delete ${counted(users.length)}?`,
          running: `Deleting ${counted(usersLeft.length)}…`,
          done: 'Some users were not deleted',
        }[phase]
      }
      description={
        running ? (
          <p>{`${progress} of ${usersLeft.length} done.`}</p>
        ) : results ? (
          <p role="status">{`${users.length - usersLeft.length} deleted, ${usersLeft.length} left.`}</p>
        ) : (
          <UsersToDelete users={users} />
        )
      }
      closable={!running}
      onClose={() => close()}
      first={cancelButton}
      fallbackFocus={fallbackFocus}
      openerRemains={() => openerRemains.current}
      actions={
        <>
          <Button ref={cancelButton} onClick={() => (running ? stop() : close())}>
            {{ asking: 'Cancel', running: 'Stop', done: 'Close' }[phase]}
          </Button>
          {/* It keeps its place and the focus, so that a double click does not hit Stop. */}
          <Button ref={deleteButton} variant="danger" busy={running} onClick={confirm}>
            {phase === 'done' ? 'Retry' : `Delete ${counted(usersLeft.length)}`}
          </Button>
        </>
      }
    >
      {phase === 'asking' && wordNeeded && (
        <TextField
          ref={wordField}
          label={`Type ${WORD} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={word}
          error={wordRefused && word.trim() !== WORD ? `Type ${WORD}, in capitals.` : undefined}
          onChange={({ target }) => setWord(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Without this the same key would also press the button that gets the focus next.
            event.preventDefault()
            confirm()
          }}
        />
      )}
      <LeaveConfirmation when={() => running} title="Leave while users are being deleted?">
        The deletion stops: users that are not deleted yet remain.
      </LeaveConfirmation>
      {running && (
        <progress className={styles['progress']} aria-label="Users done" value={progress} max={usersLeft.length} />
      )}
      {phase === 'done' && results && <Results results={results} />}
    </AlertFrame>
  )
}

function isLeft({ status }: DeletionResult): boolean {
  return status !== 'deleted'
}

function UsersToDelete({ users }: { users: readonly User[] }) {
  const rest = users.length - NAMES_SHOWN
  return (
    <p>
      {users.slice(0, NAMES_SHOWN).map((user, index) => (
        <span key={user.id}>
          {index > 0 && ', '}
          <strong>
            <bdi>{describe(user)}</bdi>
          </strong>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
      {' will be deleted permanently.'}
    </p>
  )
}

const STATUSES = ['failed', 'skipped', 'deleted'] as const

/** The failures come first, then the users that were not tried; each in the order of the list. */
function Results({ results }: { results: readonly DeletionResult[] }) {
  const sorted = STATUSES.flatMap((status) => results.filter((result) => result.status === status))
  const hidden = sorted.length - RESULTS_SHOWN
  return (
    // A list that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles['results']} aria-label="Results" tabIndex={0}>
      {sorted.slice(0, RESULTS_SHOWN).map(({ user, status, reason }) => (
        <li key={user.id} className={styles[status]}>
          {status === 'deleted' ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
          <span>
            <bdi>{describe(user)}</bdi>
            {`: ${status === 'skipped' ? 'not tried' : (reason ?? 'deleted')}`}
          </span>
        </li>
      ))}
      {hidden > 0 && <li>{`… and ${hidden} more`}</li>}
    </ul>
  )
}
