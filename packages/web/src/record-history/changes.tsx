import { NOT_SET } from '#ui/primitives/display-text.ts'
import { fieldLabel, hasValues, useEventValues, type ChangedRecord } from './event-values.ts'
import styles from './history.module.css'

/** The changed fields of a record or, for a new one, its values. */
export function Changes({ isNew = false, ...event }: ChangedRecord & { isNew?: boolean }) {
  const { format } = useEventValues(event)
  return (
    <ul className={styles['changes']} aria-label="Changes">
      {event.changes?.map((change) => {
        const label = fieldLabel(change.field)
        const [before, after] = [format(change, 'before') || NOT_SET, format(change, 'after') || NOT_SET]
        if (hasValues(change) && (isNew ? after === NOT_SET : before === after)) return null
        return (
          <li key={change.field}>
            {hasValues(change) ? (
              <>
                <span className={styles['field']}>{label}:</span>{' '}
                {!isNew && (
                  <>
                    <bdi className={styles['field']}>{before}</bdi> <span className={styles['field']}>→</span>{' '}
                  </>
                )}
                <bdi className={styles['after']}>{after}</bdi>
              </>
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
