import { BellOff, CheckCheck, Star, Trash2 } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ConfirmDestructive } from '#ui/overlays/confirm-destructive.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { KindIcon } from '#ui/primitives/kind-icon.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { type Kind, KINDS, SAMPLE_NOTIFICATIONS, type Notification } from './sample-notifications.ts'
import { markAsRead, useUnreadNotifications } from './unread-notifications.ts'
import styles from './notifications-page.module.css'

/** Page sizes of the sample (specification, sections 2 and 9). */
const SIZES = [12, 25, 50] as const
const TOTAL = 286

/** The sample notifications, without a server (specification, section 2: notifications). */
export function NotificationsPage() {
  const [deletedIds, setDeletedIds] = useState<readonly number[]>([])
  const notifications = SAMPLE_NOTIFICATIONS.filter(({ id }) => !deletedIds.includes(id))
  const unread = useUnreadNotifications()
  const [notificationToDelete, setNotificationToDelete] = useState<Notification>()
  const [paging, setPaging] = useState<{ page: number; size: number }>({ page: 1, size: SIZES[0] })
  const list = useRef<HTMLElement>(null)

  const deleteNotification = () => {
    if (!notificationToDelete) return
    const { id } = notificationToDelete
    setDeletedIds([...deletedIds, id])
    markAsRead([id])
    setNotificationToDelete(undefined)
    showSuccess('The notification was deleted.', {
      label: 'Undo',
      run: () => setDeletedIds((ids) => ids.filter((deletedId) => deletedId !== id)),
    })
  }
  return (
    <>
      <PageHeader title="Notifications">
        {unread.size > 0 && (
          <Button
            icon={<CheckCheck />}
            onClick={() => {
              markAsRead(unread)
              list.current?.focus({ preventScroll: true })
            }}
          >
            Mark all as read
          </Button>
        )}
      </PageHeader>
      <Panel ref={list} tabIndex={-1} aria-label="Sample notifications" className={styles['panel']}>
        {notifications.length === 0 ? (
          <EmptyState
            icon={<BellOff />}
            title="No notifications left"
            actions={
              <Button
                onClick={() => {
                  setDeletedIds([])
                  list.current?.focus({ preventScroll: true })
                }}
              >
                Restore all
              </Button>
            }
          >
            You deleted all sample notifications. Reopen this page to see them again.
          </EmptyState>
        ) : (
          [...Map.groupBy(notifications, ({ day }) => day)].map(([day, notificationsOfDay]) => (
            <Fragment key={day}>
              <h2 id={day} className="group-heading">
                {day}
              </h2>
              <ul aria-labelledby={day} className="divided">
                {notificationsOfDay.map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    isUnread={unread.has(notification.id)}
                    onDelete={() => setNotificationToDelete(notification)}
                  />
                ))}
              </ul>
            </Fragment>
          ))
        )}
        {notifications.length > 0 && (
          <ListFooter
            {...paging}
            sizes={SIZES}
            shown={notifications.length}
            total={TOTAL}
            loadingText=""
            onChange={(next) => setPaging({ ...paging, page: 1, ...next })}
          />
        )}
      </Panel>
      <p className="note">Sample notifications. Deletions and stars last until you leave this page.</p>
      <ConfirmDestructive
        open={notificationToDelete !== undefined}
        title="Are you sure you want to delete this notification?"
        confirmLabel="Delete notification"
        busy={false}
        onConfirm={deleteNotification}
        onCancel={() => setNotificationToDelete(undefined)}
        fallbackFocus={list}
      >
        {notificationToDelete && <p>“{notificationToDelete.text}”</p>}
      </ConfirmDestructive>
    </>
  )
}

interface RowProps {
  notification: Notification
  isUnread: boolean
  onDelete: () => void
}

function NotificationRow({ notification, isUnread, onDelete }: RowProps) {
  const [isStarred, setIsStarred] = useState(false)
  const { id, kind, text, when } = notification
  const { title, icon, tone }: Kind = KINDS[kind]
  const descriptionId = `notification-${id}`
  return (
    <li className={classNames(styles['row'], isUnread && styles['unread'])}>
      <KindIcon icon={icon} tone={tone} />
      <div className={styles['what']} id={descriptionId}>
        <p className={styles['title']}>
          {title}
          {isUnread && <span className="visually-hidden">, unread</span>}
        </p>
        <p className={styles['text']}>{text}</p>
        <span className={styles['when']}>{when}</span>
      </div>
      <IconButton
        label="Star"
        icon={Star}
        aria-pressed={isStarred}
        aria-describedby={descriptionId}
        onClick={() => setIsStarred(!isStarred)}
      />
      <IconButton label="Delete" icon={Trash2} tone="danger" aria-describedby={descriptionId} onClick={onDelete} />
    </li>
  )
}
