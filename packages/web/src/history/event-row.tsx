import type { ReactNode } from 'react'
import { Moment } from '#ui/primitives/moment.tsx'
import { Changes } from './changes.tsx'
import styles from './event-list.module.css'
import type { HistoryEvent } from './history-queries.ts'
import { actorText, changedFieldsText, eventText, hasValues } from './history-words.ts'

interface Props {
  event: HistoryEvent
  /** A button at the end. */
  action?: ReactNode
}

/** One event of a record: what, who, when, from where, and what it changed field by field. */
export function EventRow({ event, action }: Props) {
  const { at, ip, detail, changes } = event
  // Of a user the names of the fields are all that is known: they say it shorter.
  const areNamesOnly = changes?.length !== 0 && changes?.every((change) => !hasValues(change)) === true
  return (
    <li className={styles['event']}>
      <p className={styles['what']}>
        {areNamesOnly && event.event.endsWith('.updated') ? changedFieldsText(changes) : eventText(event.event)}
      </p>
      <p className={styles['details']}>
        <bdi>{actorText(event)}</bdi>
        <Moment at={at} pattern="HH:mm" />
        {ip !== null && <span>{ip}</span>}
        {detail !== null && <bdi>{detail}</bdi>}
      </p>
      {changes && changes.length > 0 && !areNamesOnly && (
        <Changes changes={changes} isNew={event.event.endsWith('.created')} />
      )}
      {action}
    </li>
  )
}
