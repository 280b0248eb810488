import { valueText } from '@rapport/core/text/value-text.ts'
import { NOT_SET } from '#ui/primitives/display-text.ts'
import styles from './history.module.css'
import type { HistoryEvent } from './history.queries.ts'
import { fieldLabel, hasValues } from './history-words.ts'

/** Images of the reference server are named by 64 digits; 8 of them tell two apart. */
const OWN_IMAGE = /^\/media\/([0-9a-f]{8})[0-9a-f]{56}\.\w+$/
const shown = (value: unknown) => (valueText(value) || NOT_SET).replace(OWN_IMAGE, 'image $1')

type Change = NonNullable<HistoryEvent['changes']>[number]

/** A new record names its empty fields too, which would read "Not Set → Not Set". */
const isSeen = (change: Change) => !hasValues(change) || shown(change.before) !== shown(change.after)

/** What was changed, field by field; of a new record what it has. */
export function Changes({ changes, isNew = false }: { changes: readonly Change[]; isNew?: boolean }) {
  return (
    <ul className={styles['changes']} aria-label="Changes">
      {changes.filter(isSeen).map((change) => (
        <li key={change.field}>
          <span className={styles['field']}>{fieldLabel(change.field)}</span>
          {hasValues(change) && (
            <>
              {': '}
              {!isNew && (
                <>
                  <bdi>{shown(change.before)}</bdi> →{' '}
                </>
              )}
              <bdi>{shown(change.after)}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
