import { ENTITY_NAMES } from '@rapport/core/api/operations.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { RECORD_KINDS } from '#platform/record-kinds.ts'
import { Moment } from '#ui/primitives/moment.tsx'
import { Changes } from './changes.tsx'
import styles from './event-list.module.css'
import type { HistoryEvent } from './history-queries.ts'
import { actorText, eventText } from './history-words.ts'

interface Props {
  event: HistoryEvent
  /** Left out in the history of the record itself. */
  isLinked?: boolean
  /** A button at the end. */
  action?: ReactNode
}

/** One event: what, who, when, from where, and what it changed field by field. */
export function EventRow({ event, isLinked = true, action }: Props) {
  const { at, ip, detail, changes, record_id } = event
  const link = linkOf(event)
  return (
    <li className={styles['event']}>
      <p className={styles['what']}>
        {eventText(event.event)}
        {isLinked && record_id !== null && (
          <> {link === undefined ? `#${record_id}` : <Link to={link}>{`#${record_id}`}</Link>}</>
        )}
      </p>
      <p className={styles['details']}>
        <bdi>{actorText(event)}</bdi>
        <Moment at={at} pattern="HH:mm" />
        {ip !== null && <span>{ip}</span>}
        {detail !== null && <bdi>{detail}</bdi>}
      </p>
      {changes && changes.length > 0 && <Changes changes={changes} />}
      {action}
    </li>
  )
}

/** Where the record is shown; undefined for one that is gone. */
function linkOf({ event, entity, record_id }: HistoryEvent): string | undefined {
  if (/\.(?:deleted|purged|erased)$/.test(event)) return undefined
  const kind = ENTITY_NAMES.find((name) => name === entity)
  return kind && RECORD_KINDS[kind].recordPath(record_id ?? '')
}
