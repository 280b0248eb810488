import type { RecordValues } from '@rapport/core/client/edit-conflicts.ts'
import { useId } from 'react'
import { imageUrl } from '#data/image-url.ts'
import { formatActor, type RecordKey } from '#record-history/event-format.ts'
import { useHistory } from '#record-history/history.queries.ts'
import { checkboxClass } from '#ui/fields/checkbox.tsx'
import { Picture } from '#ui/images/picture.tsx'
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
}

/** Both versions of conflicting fields, with a choice of which to put into the field below. */
export function EditConflict(props: Props) {
  const { fields, theirs, mine, choices, labels, formatValue, isGuarded, onChoose } = props
  const id = useId()
  return (
    <div className={styles['conflict']}>
      {fields.map((field) => (
        <fieldset key={field} className={styles['field']}>
          <legend>{labels[field] ?? field}</legend>
          {(['theirs', 'mine'] as const).map((side) => {
            const value = { theirs, mine }[side][field]
            const text = typeof value === 'string' ? value : ''
            const valueId = `${id}-${field}-${side}`
            return (
              <div key={side} className={styles['side']}>
                <label className={styles['choice']}>
                  <input
                    type="radio"
                    className={checkboxClass}
                    name={`keep-${field}`}
                    checked={choices[field] === side}
                    aria-describedby={valueId}
                    onChange={() => onChoose(field, side)}
                  />
                  {side === 'theirs' ? 'Theirs' : 'Yours'}
                </label>
                <div id={valueId} className={styles['value']}>
                  {/* A chosen image is a file, while the saved one is a URL. */}
                  {mine[field] instanceof Blob ? (
                    <Picture src={value instanceof Blob ? value : imageUrl(text)} alt="" whole />
                  ) : (
                    <bdi>{orNotSet(formatValue?.(field, text) ?? text)}</bdi>
                  )}
                </div>
              </div>
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

/** A sentence on who saved the other version, once that is loaded, and what to do. */
export function ConflictQuestion({ record, fields, mine }: Pick<Props, 'fields' | 'mine'> & { record: RecordKey }) {
  const { data, isFetchedAfterMount, isError } = useHistory({ entity: record.entity, record_id: String(record.id) })
  // A history from the cache ends before the other save.
  const last = isFetchedAfterMount && !isError ? data?.[0] : undefined
  return (
    <>
      {last && (
        <>
          <bdi>{formatActor(last)}</bdi> saved it on <Moment at={last.at} />.{' '}
        </>
      )}
      Choose which values to keep, and save again.
      {fields.some((field) => !(mine[field] instanceof Blob)) && ' To combine two texts, choose Yours and edit it.'}
    </>
  )
}
