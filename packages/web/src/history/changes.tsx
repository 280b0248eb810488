import { valueText } from '@rapport/core/text/value-text.ts'
import { NOT_SET } from '#ui/primitives/display-text.ts'
import styles from './history.module.css'
import type { HistoryEvent } from './history.queries.ts'
import { fieldLabel, hasValues } from './event-format.ts'

/** Image paths of the reference server; 8 of the 64 digits distinguish two. */
const OWN_IMAGE = /^\/media\/([0-9a-f]{8})[0-9a-f]{56}\.\w+$/
const shown = (value: unknown) => (valueText(value) || NOT_SET).replace(OWN_IMAGE, 'image $1')

type Change = NonNullable<HistoryEvent['changes']>[number]

/** Hides changes of a new record that would read "Not Set → Not Set". */
const isSeen = (change: Change) => !hasValues(change) || shown(change.before) !== shown(change.after)

/** Characters of a change that is kept in one line. */
const SHORT = 20

/** Lists changed fields; for a new record, its values. */
export function Changes({ changes, isNew = false }: { changes: readonly Change[]; isNew?: boolean }) {
  return (
    <ul className={styles['changes']} aria-label="Changes">
      {changes.filter(isSeen).map((change) => {
        const label = fieldLabel(change.field)
        const [before, after] = [shown(change.before), shown(change.after)]
        return (
          <li key={change.field}>
            <span className={`${label}: ${before} → ${after}`.length <= SHORT ? styles['short'] : undefined}>
              <span className={styles['field']}>{label}</span>
              {!hasValues(change) ? (
                ` ${isNew ? 'set' : 'changed'}`
              ) : isNew ? (
                <>
                  : <bdi>{after}</bdi>
                </>
              ) : (
                <>
                  : <bdi>{before}</bdi> → <bdi>{after}</bdi>
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
