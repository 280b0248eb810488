import { sentRecord } from '@rapport/core/api/read/records.ts'
import { fullName, joinedAt, type User } from '@rapport/core/entities/users/user.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { format, formatDistanceToNowStrict } from 'date-fns'
import { useMemo, useState, type ReactNode } from 'react'
import { imageUrl } from '#data/image-url.ts'
import { useUserList } from '#data/users.queries.ts'
import { formatDay } from '#ui/date-range/day-range.ts'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { capitalised, NOT_SET } from '#ui/primitives/display-text.ts'
import { Moment } from '#ui/primitives/moment.tsx'
import { StatusBadge } from '#ui/primitives/status-badge.tsx'
import { Role } from '../user-cells.tsx'
import { formatJoinedDate, userLabel } from '../user-format.ts'
import { USER_FIELDS, USER_VIEW } from '../user-view.tsx'
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
      </div>
    </div>
  )
}

/** The fields of a user in words, and those beyond the contract. Those that the list has no column for come first. */
export function UserFields({ user }: { user: User }) {
  const fieldsOf = (isInList: boolean) =>
    USER_FIELDS.map(
      ([name, { column, detailsLabel }]) =>
        detailsLabel !== undefined &&
        (column !== undefined) === isInList && (
          <Field key={name} label={detailsLabel} copied={name === 'id' && String(user.id)}>
            {FORMATS[name]?.(user) ?? sentText(user[name])}
          </Field>
        ),
    )
  return (
    <div className={styles['details']}>
      <dl className={styles['fields']}>
        {user.suspension && (
          <Field label="Suspended">
            <Suspension {...user.suspension} />
          </Field>
        )}
        {fieldsOf(false)}
        {furtherFields(user).map(([name, value]) => (
          <Field key={name} label={capitalised(name.replaceAll('_', ' '))}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Field>
        ))}
        {fieldsOf(true)}
      </dl>
    </div>
  )
}

/** When, by whom and why a user was suspended. */
function Suspension({ at, by, reason }: NonNullable<User['suspension']>) {
  const query = useMemo(() => ({ id: String(by), page: 1, page_size: 1 }), [by])
  const admin = useUserList(query).listing?.users.find(({ id }) => String(id) === query.id)
  return (
    <>
      <Moment at={at} />
      <span className={styles['ago']}>
        {' · by '}
        <bdi>{admin ? userLabel(admin) : `admin ${by}`}</bdi>
      </span>
      {reason && <p dir="auto">{reason}</p>}
    </>
  )
}

/** Fields that are not shown as they were sent. */
const FORMATS: Partial<Record<keyof User, (user: User) => ReactNode>> = {
  joined_date: (user) => {
    const joined = joinedAt(user)
    if (!joined) return formatJoinedDate(user)
    return (
      <>
        <time dateTime={joined.toISOString()}>{formatDay(joined)}</time>
        <span className={styles['ago']}>
          {' '}
          · {formatDistanceToNowStrict(joined, { addSuffix: true, roundingMethod: 'floor' })}
        </span>
      </>
    )
  },
  created_at: ({ created_at }) => {
    const created = created_at ? joinedAt({ created_at }) : undefined
    return created && format(created, 'dd MMM yyyy, HH:mm')
  },
  gender: ({ gender }) => gender && capitalised(gender),
  status: ({ status }) => <StatusBadge status={status} />,
  role: ({ role }) => <Role role={role} />,
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
  copied?: string | false
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

function sentText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return valueText(value)
}

function furtherFields(user: User): [name: string, value: unknown][] {
  return Object.entries(sentRecord(user)).filter(
    ([name, value]) => !(name in USER_VIEW) && value !== null && value !== undefined && value !== '',
  )
}
