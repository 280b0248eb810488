import { sentRecord } from '@rapport/core/api/read/records.ts'
import { fullName, joinedAt, type User } from '@rapport/core/entities/users/user.ts'
import { format, formatDistanceToNowStrict } from 'date-fns'
import { useState, type ReactNode } from 'react'
import { imageUrl } from '#data/image-url.ts'
import { formatDay } from '#ui/date-range/day-range.ts'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { capitalised, NOT_SET } from '#ui/primitives/display-text.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { StatusBadge } from '#ui/primitives/status-badge.tsx'
import { formatJoinedDate } from '../user-format.ts'
import { Role } from '../users-columns.tsx'
import styles from './user-drawer.module.css'

/** The portrait, name and email of a user. */
export function Person({ user }: { user: User }) {
  return (
    <div className={styles['person']}>
      <Portrait user={user} />
      <div className={styles['who']}>
        <h2>{fullName(user) ?? <span className={styles['notSet']}>{NOT_SET}</span>}</h2>
        <p className={styles['email']}>
          <span className="visually-hidden">Email: </span>
          <bdi>{user.email || NOT_SET}</bdi>
          {user.email && <CopyButton label="Copy Email" text={user.email} />}
        </p>
        <div className={styles['badges']}>
          <StatusBadge status={user.status} />
          <Role role={user.role} />
        </div>
      </div>
    </div>
  )
}

/** The other fields of a user, including those beyond the contract. */
export function UserFields({ user }: { user: User }) {
  const { id, age, gender, profile_completed, created_at } = user
  const joined = joinedAt(user)
  const created = created_at ? joinedAt({ created_at }) : undefined
  return (
    <div className={styles['details']}>
      <dl className={styles['fields']}>
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
            formatJoinedDate(user)
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

/** The picture of a user, or initials if the picture is missing or broken. */
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
  /** Text that a copy button copies. */
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

export function UserFieldsSkeleton() {
  return (
    <div className={styles['person']} aria-busy="true" aria-label="Loading the user…" role="status">
      <span className={styles['portrait']}>
        <Avatar name="" />
      </span>
      <Skeleton width="12rem" />
    </div>
  )
}

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

function furtherFields(user: User): [name: string, value: unknown][] {
  return Object.entries(sentRecord(user)).filter(
    ([name, value]) => !SHOWN.has(name) && value !== null && value !== undefined && value !== '',
  )
}
