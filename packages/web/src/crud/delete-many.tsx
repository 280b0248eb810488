import { isNotFound } from '@rapport/core/api/api-error.ts'
import { TriangleAlert } from 'lucide-react'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { v4 as uuid } from 'uuid'
import { showSuccess, type ToastAction } from '#ui/feedback/toast.ts'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { LeaveConfirmation } from '#ui/overlays/leave-confirmation.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { capitalised } from '#ui/primitives/display-text.ts'
import { changeAll, type BulkChange, type BulkResult } from './change-all.ts'
import { type Confirmation, ConfirmationFields, useConfirmation, wordFor } from './confirmation.tsx'
import { useDeletion, type Deletion } from './delete-record.tsx'
import { deletionText } from './undo.ts'
import styles from './delete-many.module.css'

const MAX_NAMES = 3
const MAX_RESULTS = 200

const DELETION = { verb: 'delete', doing: 'Deleting', past: 'deleted' }

/** A change of several records other than their deletion, in words. */
export interface ChangeOfMany<Item> extends BulkChange<Item> {
  verb: string
  doing: string
  past: string
  /** What happens to the records, to follow their names: "will …". */
  fate: string
  icon: ReactNode
  tone: 'danger' | 'calm'
  undo: (records: readonly Item[]) => ToastAction
}

export interface DeleteManyProps<Item> extends Deletion<Item> {
  /** Records to delete; undefined closes the dialog. */
  records: readonly Item[] | undefined
  /** Called with the deleted records. */
  onDeleted: (records: readonly Item[]) => void
  /** Changes the records instead of deleting them. */
  change?: ChangeOfMany<Item>
  /** What to ask for; by default a word, for many records. */
  confirmation?: Confirmation
  /** An additional choice in the dialog. */
  renderChoice?: (records: readonly Item[]) => ReactNode
}

/** A dialog that confirms and runs the deletion, or a change, of several records, and lists the results unless all succeed. */
export function DeleteManyDialog<Item extends { id: string | number }>(props: DeleteManyProps<Item>) {
  const {
    entity,
    records = [],
    formatName,
    alreadyDeletedMessage,
    onDeleted,
    change,
    confirmation: givenConfirmation,
    renderChoice,
    onClose,
    fallbackFocus,
  } = props
  const { singular, noun: plural } = entity
  const { send, reload, trash } = useDeletion(props)
  const { verb, doing, past } = change ?? DELETION
  const countText = (count: number) => `${count} ${count === 1 ? singular : plural}`
  const [batch, setBatch] = useState(() => uuid())
  const undo = (done: readonly Item[]) => (change ? change.undo(done) : trash?.(batch))
  /** Number of records done; undefined if no run is active. */
  const [progress, setProgress] = useState<number>()
  /** Results of the last run, and the successes of earlier ones; undefined before the first. */
  const [results, setResults] = useState<readonly BulkResult<Item>[]>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const deletion: BulkChange<Item> = {
    perform: (record) =>
      send(record, trash && batch).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      }),
    operation: entity.operations.delete,
  }
  const isRunning = progress !== undefined
  const phase = isRunning ? 'running' : results ? 'done' : 'confirming'
  const groups = groupResults(results ?? [])
  // A reason that all results share is part of the sentence above the list.
  const reason = groups.length === 1 ? results?.[0]?.reason : undefined
  const remainingRecords = results ? results.filter(isRemaining).map(({ record }) => record) : records
  const ownConfirmation = useConfirmation({ word: wordFor(records.length) })
  const confirmation = givenConfirmation ?? ownConfirmation
  const cancelButton = useRef<HTMLButtonElement>(null)
  const deleteButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The focused control disappears when the phase changes.
    if (phase === 'running') deleteButton.current?.focus()
    if (phase === 'done') cancelButton.current?.focus()
  }, [phase])

  const wasText = (count: number) => `${countText(count)} ${count === 1 ? 'was' : 'were'} ${past}.`
  const close = (message: string | undefined, done: readonly Item[]) => {
    if (message !== undefined) showSuccess(message, undo(done))
    onClose()
    setResults(undefined)
    setBatch(uuid())
    confirmation.reset()
  }
  const changeRemaining = async () => {
    controller.current = new AbortController()
    setProgress(0)
    const done = (results ?? []).filter((result) => !isRemaining(result))
    const newResults = await changeAll(remainingRecords, change ?? deletion, controller.current.signal, setProgress)
    const allResults = [...newResults, ...done]
    setResults(allResults)
    setProgress(undefined)
    reload()
    onDeleted(allResults.filter((result) => !isRemaining(result)).map(({ record }) => record))
    if (!allResults.some(isRemaining)) close((records.length > 1 ? 'All ' : '') + wasText(records.length), records)
  }
  return (
    <AlertDialog
      open={records.length > 0}
      title={
        {
          confirming: `Are you sure you want to ${verb} ${countText(records.length)}?`,
          running: `${doing} ${countText(remainingRecords.length)}…`,
          done:
            remainingRecords.length === records.length
              ? `No ${singular} was ${past}`
              : `Some ${plural} were not ${past}`,
        }[phase]
      }
      description={
        isRunning ? (
          <p>{`${progress} of ${remainingRecords.length} done.`}</p>
        ) : results ? (
          <>
            {remainingRecords.length < records.length && (
              <p role="status">{`${records.length - remainingRecords.length} ${past}, ${remainingRecords.length} left.`}</p>
            )}
            <p>
              {reason !== undefined && `${capitalised(reason)} `}
              {`${countText(remainingRecords.length)} ${remainingRecords.length === 1 ? 'is' : 'are'} still selected.`}
            </p>
          </>
        ) : (
          <NamesAndFate
            names={records.map(formatName)}
            fate={change?.fate ?? deletionText(trash)}
            isFinal={!change && !trash}
          />
        )
      }
      {...(change && { icon: change.icon, tone: change.tone })}
      {...(phase === 'done' && { icon: <TriangleAlert />, tone: 'danger' })}
      busy={isRunning}
      onClose={() => {
        const done = records.filter((record) => !remainingRecords.includes(record))
        close(done.length > 0 ? wasText(done.length) : alreadyDeletedMessage, done)
      }}
      fallbackFocus={fallbackFocus}
      openerIsGone={phase === 'done' && fallbackFocus !== undefined}
      initialFocus={confirmation.initialFocus}
      cancel={{
        ref: cancelButton,
        children: { confirming: 'Cancel', running: 'Stop', done: 'Close' }[phase],
        ...(isRunning && { disabled: false, onClick: () => controller.current?.abort() }),
      }}
      action={
        // The button keeps its place and the focus, so that a double click does not hit Stop.
        <Button
          ref={deleteButton}
          variant={change?.tone === 'calm' ? 'primary' : 'danger'}
          busy={isRunning}
          disabled={confirmation.isMissing}
          onClick={() => void changeRemaining()}
        >
          {phase === 'done' ? 'Retry' : `${capitalised(verb)} ${countText(remainingRecords.length)}`}
        </Button>
      }
    >
      {phase === 'confirming' && renderChoice?.(records)}
      {phase === 'confirming' && <ConfirmationFields {...confirmation} onConfirm={() => void changeRemaining()} />}
      <LeaveConfirmation when={() => isRunning} title={`Leave while ${plural} are being ${past}?`}>
        {`${doing} stops: ${plural} that are not yet ${past} stay as they are.`}
      </LeaveConfirmation>
      {isRunning && (
        <progress
          className={styles['progress']}
          aria-label={`${capitalised(plural)} done`}
          value={progress}
          max={remainingRecords.length}
        />
      )}
      {phase === 'done' && (
        <Results groups={groups} past={past} showsTitles={reason === undefined} formatName={formatName} />
      )}
    </AlertDialog>
  )
}

function isRemaining({ status }: { status: string }): boolean {
  return status !== 'done'
}

function NamesAndFate({ names, fate, isFinal }: { names: readonly string[]; fate: string; isFinal: boolean }) {
  const shownNames = names.slice(0, MAX_NAMES)
  const moreCount = names.length - shownNames.length
  return (
    <p>
      {shownNames.map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat
        <Fragment key={index}>
          {index > 0 && ', '}
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </Fragment>
      ))}
      {moreCount > 0 && ` and ${moreCount} more`}
      {` ${fate}.`}
      {isFinal && ' This cannot be undone.'}
    </p>
  )
}

const STATUSES = ['failed', 'skipped', 'done'] as const

type ResultGroup<Item> = [title: string, results: BulkResult<Item>[]]

/** Groups results by their reasons: failures first, then records that were not attempted. */
function groupResults<Item>(results: readonly BulkResult<Item>[]): ResultGroup<Item>[] {
  const sorted = STATUSES.flatMap((status) => results.filter((result) => result.status === status))
  return [...Map.groupBy(sorted, ({ status, reason }) => (status === 'skipped' ? 'not tried' : (reason ?? status)))]
}

interface ResultsProps<Item> {
  groups: readonly ResultGroup<Item>[]
  past: string
  showsTitles: boolean
  formatName: (record: Item) => string
}

function Results<Item extends { id: string | number }>({ groups, past, showsTitles, formatName }: ResultsProps<Item>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard
    <ul className={styles['results']} aria-label="Results" tabIndex={0}>
      {groups.map(([title, group]) => {
        const status = group[0]?.status ?? 'failed'
        const hiddenCount = group.length - MAX_RESULTS
        return (
          <li key={title} className={styles[status]}>
            {showsTitles && <p>{capitalised(title === 'done' ? past : title)}</p>}
            <div className={styles['names']}>
              {group.slice(0, MAX_RESULTS).map(({ record }) => (
                <p key={record.id}>
                  <bdi>{formatName(record)}</bdi>
                </p>
              ))}
              {hiddenCount > 0 && <p>{`and ${hiddenCount} more`}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
