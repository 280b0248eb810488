import type { RecordValues } from '@rapport/core/client/edit-conflicts.ts'
import { useId, type ReactNode } from 'react'
import { imageUrl } from '#data/image-url.ts'
import { formatActor, type RecordKey } from '#record-history/event-format.ts'
import { useHistory } from '#record-history/history.queries.ts'
import { checkboxClass } from '#ui/fields/checkbox.tsx'
import { Picture } from '#ui/images/picture.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { Moment } from '#ui/primitives/moment.tsx'
import styles from './edit-conflict.module.css'

export type Side = 'mine' | 'theirs'

interface Props {
  /** Fields that both sides changed. */
  fields: readonly string[]
  theirs: RecordValues
  mine: RecordValues
  choices: Readonly<Record<string, Side>>
  labels: Readonly<Record<string, string>>
  /** Formats a value that is not human-readable. */
  formatValue: ((field: string, value: string) => string) | undefined
  /** Whether the server refuses saves of an older version. */
  isGuarded: boolean
  onChoose: (field: string, side: Side) => void
  onEdit: (field: string) => void
}

/** Both versions of conflicting fields, with a choice of which to keep. */
export function EditConflict(props: Props) {
  const { fields, theirs, mine, choices, labels, formatValue, isGuarded, onChoose, onEdit } = props
  return (
    <div className={styles['conflict']}>
      {fields.map((field) => (
        <fieldset key={field} className={styles['field']}>
          <legend>{labels[field] ?? field}</legend>
          {(['theirs', 'mine'] as const).map((side) => {
            // A chosen image is a file, while the saved one is a URL.
            const isImage = mine[field] instanceof Blob
            const value = { theirs, mine }[side][field]
            return (
              <Choice
                key={side}
                name={`keep-${field}`}
                label={side === 'theirs' ? 'Theirs' : 'Yours'}
                isChosen={choices[field] === side}
                onChoose={() => onChoose(field, side)}
                action={
                  side === 'mine' &&
                  !isImage && (
                    <Button size="small" onClick={() => onEdit(field)}>
                      Edit
                    </Button>
                  )
                }
              >
                {isImage ? (
                  <Picture src={value instanceof Blob ? value : imageUrl(asText(value))} alt="" whole />
                ) : (
                  <bdi>{orNotSet(formatValue?.(field, asText(value)) ?? asText(value))}</bdi>
                )}
              </Choice>
            )
          })}
        </fieldset>
      ))}
      {!isGuarded && (
        <p className="note">
          This server does not keep versions of records. If someone else saves at the same moment, their change may be
          overwritten.
        </p>
      )}
    </div>
  )
}

/** A sentence on who saved the other version, and what to do. */
export function ConflictQuestion({ record, fields, mine }: Pick<Props, 'fields' | 'mine'> & { record: RecordKey }) {
  return (
    <>
      <LastChange {...record} />
      Choose which values to keep, and save again.
      {fields.some((field) => !(mine[field] instanceof Blob)) && ' To combine two texts, choose Yours and edit it.'}
    </>
  )
}

/** The admin who saved the record last, once loaded. */
function LastChange({ entity, id }: RecordKey) {
  const { data, isFetchedAfterMount, isError } = useHistory({ entity, record_id: String(id) })
  const [last] = data ?? []
  // A history from the cache ends before the other save.
  return (
    isFetchedAfterMount &&
    !isError &&
    last && (
      <>
        <bdi>{formatActor(last)}</bdi> saved it on <Moment at={last.at} />.{' '}
      </>
    )
  )
}

interface ChoiceProps {
  name: string
  label: string
  isChosen: boolean
  onChoose: () => void
  /** Button that is shown once the side is chosen. */
  action: ReactNode
  children: ReactNode
}

function Choice({ name, label, isChosen, onChoose, action, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles['side']}>
      <div className={styles['head']}>
        <label className={styles['choice']}>
          <input
            type="radio"
            className={checkboxClass}
            name={name}
            checked={isChosen}
            aria-describedby={id}
            onChange={onChoose}
          />
          {label}
        </label>
        {isChosen && action}
      </div>
      <div id={id} className={styles['value']}>
        {children}
      </div>
    </div>
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')
