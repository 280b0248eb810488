import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { Moment } from '#ui/primitives/moment.tsx'
import styles from './history-page.module.css'
import { actorText, eventText, valueText } from './history-words.ts'
import type { HistoryEvent } from './history.queries.ts'

/** One event: what, who, when, from where, and what it changed field by field. */
export function EventRow({ event }: { event: HistoryEvent }) {
  const { at, ip, detail, changes, record_id } = event
  const link = linkOf(event)
  return (
    <li className={styles['event']}>
      <p className={styles['what']}>
        {eventText(event.event)}
        {record_id !== null && <> {link === undefined ? `#${record_id}` : <Link to={link}>{`#${record_id}`}</Link>}</>}
      </p>
      <p className={styles['details']}>
        <bdi>{actorText(event)}</bdi>
        <Moment at={at} />
        {ip !== null && <span>{ip}</span>}
        {detail !== null && <bdi>{detail}</bdi>}
      </p>
      {changes && changes.length > 0 && (
        <ul className={styles['changes']} aria-label="Changes">
          {changes.map((change) => (
            <li key={change.field}>
              <span className={styles['field']}>{change.field}</span>
              {/* Of users the names of the fields alone are kept. */}
              {('before' in change || 'after' in change) && (
                <>
                  {': '}
                  <bdi>{valueText(change.before)}</bdi> → <bdi>{valueText(change.after)}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Where the record is shown; undefined for one that is gone. */
function linkOf({ event, entity, record_id }: HistoryEvent): string | undefined {
  if (/\.(?:deleted|purged|erased)$/.test(event)) return undefined
  const id = encodeURIComponent(record_id ?? '')
  switch (entity) {
    case 'user':
      return `${paths.users}?range=all&search=${id}&user=${id}`
    case 'category':
      return `${paths.categories}?edit=${id}`
    case 'position':
      return `${paths.positions}?edit=${id}`
    case 'product':
      return `${paths.subscription}?edit=${id}`
    default:
      return undefined
  }
}
