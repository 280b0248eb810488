import { sentRecord } from '@rapport/core/api/read/records.ts'
import { fullName, joinedAt, type User } from '@rapport/core/users/user.ts'
import { format, formatDistanceToNowStrict } from 'date-fns'
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { useState, type KeyboardEventHandler, type ReactNode, type RefObject } from 'react'
import { offers, useExtensions } from '#data/settings-query.ts'
import { imageUrl } from '#data/image-url.ts'
import { formatDay } from '#ui/date-range/day-range.ts'
import { RecordTabs } from '#history/record-tabs.tsx'
import { LoadError } from '#ui/feedback/load-error.tsx'
import { Drawer } from '#ui/overlays/drawer.tsx'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { capitalised, NOT_SET } from '#ui/primitives/display-text.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { StatusBadge } from '#ui/primitives/status-badge.tsx'
import { EraseUser } from './erase-user.tsx'
import { OWN_ACCOUNT } from './own-account.ts'
import styles from './user-drawer.module.css'
import { describe, joinedText } from './user-words.ts'
import { Role } from './users-columns.tsx'

export interface UserDrawerProps {
  open: boolean
  onClose: () => void
  /** Undefined while the user is being loaded, and when there is none. */
  user: User | undefined
  isLoading: boolean
  error: Error | null
  onRetry: () => void
  /** Where the user stands in the list, such as `4 of 249`; undefined when they are not on its page. */
  place: string | undefined
  /** Undefined where there is none. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onKeyDown: KeyboardEventHandler
  isOwn: (user: User) => boolean
  onDelete: (user: User) => void
  /** Gets the focus when the row of an erased user is gone. */
  fallbackFocus: RefObject<HTMLElement | null>
}

/** The details of a user, beside the list. */
export function UserDrawer(props: UserDrawerProps) {
  const {
    open,
    onClose,
    user,
    isLoading,
    error,
    onRetry,
    place,
    onPrevious,
    onNext,
    onKeyDown,
    isOwn,
    onDelete,
    fallbackFocus,
  } = props
  const [userToErase, setUserToErase] = useState<User>()
  const canErase = offers(useExtensions(), 'trash')
  return (
    <>
      <Drawer
        open={open}
        onClose={onClose}
        onKeyDown={onKeyDown}
        title={user ? `Details of ${describe(user)}` : 'Details of the user'}
        head={
          <>
            <IconButton label="Previous user" title="Previous (↑)" disabled={!onPrevious} onClick={onPrevious}>
              <ChevronUp aria-hidden="true" />
            </IconButton>
            <IconButton label="Next user" title="Next (↓)" disabled={!onNext} onClick={onNext}>
              <ChevronDown aria-hidden="true" />
            </IconButton>
            <output className={styles['place']}>{place}</output>
          </>
        }
        footer={
          user && (
            <>
              <Button
                className={styles['delete']}
                icon={<Trash2 aria-hidden="true" />}
                disabled={isOwn(user)}
                title={isOwn(user) ? OWN_ACCOUNT : undefined}
                onClick={() => onDelete(user)}
              >
                Delete user
              </Button>
              {canErase && (
                <Button
                  className={styles['delete']}
                  variant="ghost"
                  disabled={isOwn(user)}
                  title={isOwn(user) ? OWN_ACCOUNT : 'Delete for good, without the trash'}
                  onClick={() => setUserToErase(user)}
                >
                  Erase at once
                </Button>
              )}
            </>
          )
        }
      >
        {user ? (
          <RecordTabs record={{ entity: 'user', id: user.id }}>
            <Details key={user.id} user={user} />
          </RecordTabs>
        ) : error ? (
          <div className={styles['details']}>
            <LoadError messageKey="listUsers" error={error} busy={isLoading} onRetry={onRetry} />
          </div>
        ) : isLoading ? (
          <DetailsSkeleton />
        ) : (
          <p className={styles['details']}>There is no such user. They may have been deleted.</p>
        )}
      </Drawer>
      <EraseUser
        user={userToErase}
        onErased={onClose}
        onClose={() => setUserToErase(undefined)}
        fallbackFocus={fallbackFocus}
      />
    </>
  )
}

function Details({ user }: { user: User }) {
  const { id, email, age, gender, status, role, profile_completed, created_at } = user
  const joined = joinedAt(user)
  const created = created_at ? joinedAt({ created_at }) : undefined
  return (
    <div className={styles['details']}>
      <div className={styles['person']}>
        <Portrait user={user} />
        <div className={styles['who']}>
          <h2>{fullName(user) ?? <span className={styles['notSet']}>{NOT_SET}</span>}</h2>
          <div className={styles['badges']}>
            <StatusBadge status={status} />
            <Role role={role} />
          </div>
        </div>
      </div>
      <dl className={styles['fields']}>
        <Field label="Email" copied={email}>
          {email && <Email address={email} />}
        </Field>
        <Field label="User id" copied={String(id)}>
          {id}
        </Field>
        <Field label="Joined">
          {joined ? (
            <>
              <time dateTime={joined.toISOString()}>{formatDay(joined)}</time>
              <span className={styles['ago']}>
                {' '}
                · {formatDistanceToNowStrict(joined, { addSuffix: true, roundingMethod: 'floor' })}
              </span>
            </>
          ) : (
            joinedText(user)
          )}
        </Field>
        <Field label="Created">{created ? format(created, 'dd MMM yyyy, HH:mm') : created_at}</Field>
        <Field label="Age">{age}</Field>
        <Field label="Gender">{gender && capitalised(gender)}</Field>
        <Field label="Profile completed">{completedText(profile_completed)}</Field>
        {furtherFields(user).map(([name, value]) => (
          <Field key={name} label={capitalised(name.replaceAll('_', ' '))}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Field>
        ))}
      </dl>
    </div>
  )
}

/** Breaks before the domain, where it is too long for one line. */
function Email({ address }: { address: string }) {
  const at = Math.max(0, address.lastIndexOf('@'))
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

/** The user's picture; the initials where there is none, or it cannot be shown. */
function Portrait({ user }: { user: User }) {
  const [failed, setFailed] = useState(false)
  const src = imageUrl(user.profile_image)
  return (
    <span className={styles['portrait']}>
      {src === undefined || failed ? (
        <Avatar name={fullName(user) ?? ''} />
      ) : (
        <img src={src} alt="" onError={() => setFailed(true)} />
      )}
    </span>
  )
}

interface FieldProps {
  label: string
  /** Offers to copy this text. */
  copied?: string | null | undefined
  children: ReactNode
}

function Field({ label, copied, children }: FieldProps) {
  const isSet = children !== undefined && children !== null && children !== ''
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={styles['value']}>
          {isSet ? children : <span className={styles['notSet']}>{NOT_SET}</span>}
        </span>
        {copied && <CopyButton label={`Copy ${label}`} text={copied} />}
      </dd>
    </div>
  )
}

function DetailsSkeleton() {
  return (
    <div
      className={classNames(styles['details'], styles['person'])}
      aria-busy="true"
      aria-label="Loading the user…"
      role="status"
    >
      <span className={styles['portrait']}>
        <Avatar name="" />
      </span>
      <Skeleton width="12rem" />
    </div>
  )
}

/** A value that could not be understood is shown as it was sent. */
function completedText(completed: User['profile_completed']): string | null | undefined {
  if (typeof completed === 'boolean') return completed ? 'Yes' : 'No'
  return completed
}

const SHOWN: ReadonlySet<string> = new Set([
  'id',
  'first_name',
  'last_name',
  'email',
  'profile_image',
  'created_at',
  'joined_date',
  'age',
  'gender',
  'status',
  'role',
  'profile_completed',
] satisfies (keyof User)[])

/** What the server sent beyond the contract. */
function furtherFields(user: User): [name: string, value: unknown][] {
  return Object.entries(sentRecord(user)).filter(
    ([name, value]) => !SHOWN.has(name) && value !== null && value !== undefined && value !== '',
  )
}
