import styles from './event-list.module.css'
import type { HistoryEvent } from './history-queries.ts'
import { fieldLabel, valueText } from './history-words.ts'

/** Images of the reference server are named by 64 digits; 8 of them tell two apart. */
const OWN_IMAGE = /^\/media\/([0-9a-f]{8})[0-9a-f]{56}\.\w+$/
const shown = (value: unknown) => valueText(value).replace(OWN_IMAGE, 'image $1')

/** What was changed, field by field. */
export function Changes({ changes }: { changes: NonNullable<HistoryEvent['changes']> }) {
  return (
    <ul className={styles['changes']} aria-label="Changes">
      {changes.map((change) => (
        <li key={change.field}>
          <span className={styles['field']}>{fieldLabel(change.field)}</span>
          {/* Of users the names of the fields alone are kept. */}
          {('before' in change || 'after' in change) && (
            <>
              {': '}
              <bdi>{shown(change.before)}</bdi> → <bdi>{shown(change.after)}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
