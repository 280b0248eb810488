import type { User } from '@rapport/core/users/user.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { settingsQuery } from '#lib/settings-query.ts'
import { AlertFrame } from '#ui/alert-frame.tsx'
import { Button } from '#ui/button.tsx'
import { LeaveConfirmation } from '#ui/leave-confirmation.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showSuccess } from '#ui/toast.ts'
import styles from './delete-users.module.css'
import {
  dropInterrupted,
  foreseeInterrupted,
  keepInterrupted,
  useInterrupted,
  type InterruptedDeletion,
} from './interrupted-deletion.ts'
import { isGone, useBulkDeletion, type Outcome, type Outcomes } from './use-bulk-deletion.ts'
import { counted, describe } from './user-words.ts'

/** From here on a slip would do much harm: the word has to be typed. */
const MOST_WITHOUT_WORD = 10
const WORD = 'DELETE'
const NAMES_SHOWN = 3
const RESULTS_SHOWN = 200

interface Props {
  open: boolean
  users: readonly User[]
  /** Which list they are selected in. */
  filterKey: string
  /** Called with whoever is gone, as soon as that is known. */
  onDeleted: (users: readonly User[]) => void
  /** Called with whoever a session that ended has left undeleted, once the admin is back at the same list. */
  onLeft: (users: readonly User[]) => void
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks whether many users shall be deleted, deletes them, and says what became of each. */
export function DeleteUsers({ open, users, filterKey, onDeleted, onLeft, onClose, fallbackFocus }: Props) {
  // Whoever is deleted leaves the selection, but not this dialog.
  const [doomed, setDoomed] = useState<readonly User[]>([])
  if (open && doomed.length === 0 && users.length > 0) setDoomed(users)
  const { data: admin } = useQuery(settingsQuery)
  const [resumed, setResumed] = useState<InterruptedDeletion>()
  const soFar = (outcomes: Outcomes): InterruptedDeletion => ({
    users: doomed,
    outcomes,
    filterKey: resumed ? resumed.filterKey : filterKey,
  })
  const { outcomes, running, remaining, start, stop, reset, restore } = useBulkDeletion(doomed, {
    onDeleted,
    onEnding: (done) => admin && foreseeInterrupted(admin.email, soFar(done)),
    onSignedOut: (done) => admin && keepInterrupted(admin.email, soFar(done)),
  })
  const interrupted = useInterrupted()
  const begun = useRef(false)
  // It may come late: what the admin is being asked meanwhile is answered first.
  if (interrupted && !open && doomed.length === 0) {
    setResumed(interrupted)
    setDoomed(interrupted.users)
    restore(interrupted.outcomes)
  }
  const tellLeft = useEffectEvent(({ users: all, outcomes: done, filterKey: then }: InterruptedDeletion) => {
    // Another list may not show them: nobody is selected unseen.
    if (then === filterKey) onLeft(all.filter(({ id }) => !isGone(done.get(id))))
  })
  useEffect(() => {
    if (!resumed) return
    // Nothing on this screen has opened it.
    begun.current = true
    tellLeft(resumed)
  }, [resumed])
  const [word, setWord] = useState('')
  const [refused, setRefused] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  const doing = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)

  const phase = outcomes === undefined ? 'asking' : running ? 'running' : 'done'
  useEffect(() => {
    // What had the focus is gone: the field, or the button that led here.
    if (phase === 'running') doing.current?.focus()
    if (phase === 'done') first.current?.focus()
  }, [phase])

  const wordNeeded = doomed.length > MOST_WITHOUT_WORD
  const confirm = () => {
    if (wordNeeded && word.trim() !== WORD) {
      setRefused(true)
      field.current?.focus()
      return
    }
    begun.current = true
    void run()
  }
  const run = async () => {
    if ((await start()) > 0) return
    showSuccess(
      `${doomed.length === 1 ? '' : 'All '}${counted(doomed.length)} ${doomed.length === 1 ? 'was' : 'were'} deleted.`,
    )
    dismiss()
  }
  const close = () => {
    if (running) return
    if (phase === 'asking') begun.current = false
    dismiss()
  }
  const dismiss = () => {
    if (resumed) dropInterrupted()
    onClose()
    setResumed(undefined)
    setDoomed([])
    setWord('')
    setRefused(false)
    reset()
  }
  return (
    <AlertFrame
      open={open || resumed !== undefined}
      wide
      title={phase === 'asking' ? `Are you sure you want to delete ${counted(doomed.length)}?` : titleOf(phase, doomed)}
      description={
        phase === 'asking' ? (
          <Doomed users={doomed} />
        ) : (
          <Summary {...{ all: doomed.length, remaining, running, resumed: resumed !== undefined }} />
        )
      }
      closable={!running}
      onClose={close}
      first={first}
      fallbackFocus={fallbackFocus}
      openerRemains={() => !begun.current}
      actions={
        <>
          <Button ref={first} onClick={running ? stop : close}>
            {{ asking: 'Cancel', running: 'Stop', done: 'Close' }[phase]}
          </Button>
          {/* It keeps its place and the focus: its second click or key is not to hit what stops the deletion. */}
          {phase !== 'done' && (
            <Button ref={doing} variant="danger" busy={running} onClick={confirm}>
              {`Delete ${counted(doomed.length)}`}
            </Button>
          )}
          {phase === 'done' && remaining > 0 && (
            <Button variant="danger" onClick={() => void run()}>
              {outcomes?.size === doomed.length ? 'Retry the failed' : 'Delete the rest'}
            </Button>
          )}
        </>
      }
    >
      {phase === 'asking' && wordNeeded && (
        <TextField
          ref={field}
          label={`Type ${WORD} to go on`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={word}
          error={refused && word.trim() !== WORD ? `Type ${WORD}, in capitals.` : undefined}
          onChange={({ target }) => setWord(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Else the same key would press the button that gets the focus next.
            event.preventDefault()
            confirm()
          }}
        />
      )}
      <LeaveConfirmation when={() => running} title="Leave while users are being deleted?">
        The deletion stops: users that are not deleted yet remain.
      </LeaveConfirmation>
      {outcomes &&
        (running ? (
          <progress
            className={styles['progress']}
            aria-label="Users dealt with"
            value={outcomes.size}
            max={doomed.length}
          />
        ) : (
          // Only then: to sort it anew for every user would take longer than deleting them.
          <Results users={doomed} outcomes={outcomes} />
        ))}
    </AlertFrame>
  )
}

function titleOf(phase: 'running' | 'done', doomed: readonly User[]): string {
  return phase === 'running' ? `Deleting ${counted(doomed.length)}…` : 'What became of the users'
}

function Doomed({ users }: { users: readonly User[] }) {
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
      {' will be gone for good.'}
    </p>
  )
}

interface SummaryProps {
  all: number
  remaining: number
  running: boolean
  /** The session has ended in between. */
  resumed: boolean
}

function Summary({ all, remaining, running, resumed }: SummaryProps) {
  const gone = all - remaining
  if (running) return <p>{`${gone} of ${all} deleted so far.`}</p>
  return (
    <p role="status">
      {resumed && 'Your session ended while users were being deleted. '}
      {`${gone} of ${all} deleted, ${remaining} still there.`}
    </p>
  )
}

interface ResultsProps {
  users: readonly User[]
  outcomes: ReadonlyMap<User['id'], Outcome>
}

/** What is left to do comes first: the failures, then the untried; each in the order of the list. */
function Results({ users, outcomes }: ResultsProps) {
  const sorted = users
    .map((user) => ({ user, outcome: outcomes.get(user.id) }))
    .toSorted((a, b) => urgency(a.outcome) - urgency(b.outcome))
  const unseen = sorted.length - RESULTS_SHOWN
  return (
    // A scrolling part has to be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles['results']} aria-label="Results" tabIndex={0}>
      {sorted.slice(0, RESULTS_SHOWN).map(({ user, outcome }) => (
        <li key={user.id} className={styles[CLASSES[urgency(outcome)] ?? '']}>
          {urgency(outcome) === GONE ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
          <span>
            <bdi>{describe(user)}</bdi>
            {`: ${outcome ? (outcome.reason ?? 'deleted') : 'not tried, still there'}`}
          </span>
        </li>
      ))}
      {unseen > 0 && <li>{`… and ${unseen} more`}</li>}
    </ul>
  )
}

const GONE = 2
const CLASSES = ['failed', 'untried', 'gone']

function urgency(outcome: Outcome | undefined): number {
  if (!outcome) return 1
  return outcome.reason === undefined ? GONE : 0
}
