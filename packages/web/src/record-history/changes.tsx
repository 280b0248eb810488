import { valueText } from '@rapport/core/text/value-text.ts'
import { NOT_SET } from '#ui/primitives/display-text.ts'
import { fieldLabel, hasValues } from './event-format.ts'
import type { HistoryEvent } from './history.queries.ts'
import styles from './history.module.css'

/** Image paths of the reference server. The first 8 of the 64 digits are enough to tell two images apart. */
const OWN_IMAGE = /^\/media\/([0-9a-f]{8})[0-9a-f]{56}\.\w+$/
const displayValue = (value: unknown) => (valueText(value) || NOT_SET).replace(OWN_IMAGE, 'image $1')

type Change = NonNullable<HistoryEvent['changes']>[number]

/** Returns false for changes of a new record that would read "Not Set → Not Set". */
const isVisible = (change: Change) => !hasValues(change) || displayValue(change.before) !== displayValue(change.after)

/** The maximum length of a change, or of its new value alone, that stays on one line. */
const MAX_SHORT_LENGTH = 24
const shortClass = (text: string) => (text.length <= MAX_SHORT_LENGTH ? styles['short'] : undefined)

/** A list of changed fields or, for a new record, of its values. */
export function Changes({ changes, isNew = false }: { changes: readonly Change[]; isNew?: boolean }) {
  return (
    <ul className={styles['changes']} aria-label="Changes">
      {changes.filter(isVisible).map((change) => {
        const label = fieldLabel(change.field)
        const [before, after] = [displayValue(change.before), displayValue(change.after)]
        return (
          <li key={change.field}>
            {hasValues(change) ? (
              <span className={shortClass(`${label}: ${before} → ${after}`)}>
                <span className={styles['field']}>{label}:</span>{' '}
                {!isNew && (
                  <>
                    <bdi className={styles['field']}>{before}</bdi>{' '}
                  </>
                )}
                <span className={shortClass(`→ ${after}`)}>
                  {!isNew && <span className={styles['field']}>→ </span>}
                  <bdi className={styles['after']}>{after}</bdi>
                </span>
              </span>
            ) : (
              <>
                {label} <span className={styles['field']}>{isNew ? 'set' : 'changed'}</span>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
