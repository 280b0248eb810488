import type { AuditEvent } from '@rapport/core/api/audit-events.ts'
import { ENTITY_NAMES } from '@rapport/core/api/operations.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { formatActor, formatEvent, NAME_FIELDS } from './event-format.ts'
import { fieldLabel, hasValues, useEventValues } from './event-values.ts'
import type { HistoryEvent } from './history.queries.ts'
import styles from './history.module.css'

/** What an event did, in a sentence such as "Ada changed the price of Basic, monthly from €7.99 to €8.49." */
export function EventSentence({ event }: { event: HistoryEvent }) {
  const { format, product } = useEventValues(event)
  const [change] = event.changes ?? []
  const [before, after] = change ? [format(change, 'before'), format(change, 'after')] : ['', '']
  const parts: Parts = {
    actor: <Name text={formatActor(event)} />,
    record: <RecordName event={event} cycle={fieldList(event) === 'price' ? product?.billing_cycle : undefined} />,
    kind: findKind(event)?.label.toLowerCase(),
    fields: fieldList(event),
    before: <Name text={before} />,
    after: <Name text={after} />,
    detail: event.detail,
  }
  // Each part stands at most once in a sentence.
  return templateOf(event, before, after)
    .split(/\{(\w+)\}/)
    .map((part, index) => <Fragment key={part}>{index % 2 === 0 ? part : parts[part]}</Fragment>)
}

type Parts = Readonly<Record<string, ReactNode>>

/** Longer values are left to the details. */
const MAX_VALUE_LENGTH = 40

function templateOf(event: HistoryEvent, before: string, after: string): string {
  const [, action = ''] = event.event.split('.')
  const account = ACCOUNT_TEMPLATES[event.event]
  if (account !== undefined) return event.record_id === null ? (account[1] ?? account[0]) : account[0]
  const other = RECORD_TEMPLATES[action] ?? `{actor}: ${formatEvent(event.event)}.`
  const [change, ...others] = event.changes ?? []
  if (action !== 'updated') return other
  if (change === undefined) return '{actor} saved the {kind} {record} without a change.'
  const isLong = others.length > 0 || Math.max(before.length, after.length) > MAX_VALUE_LENGTH
  const isPlain = isLong || !hasValues(change) || change.field.endsWith('image')
  if (!isPlain && NAME_FIELDS.has(change.field)) return '{actor} renamed the {kind} {before} to {record}.'
  if (!isPlain && change.field === 'category_id') return '{actor} moved the {kind} {record} from {before} to {after}.'
  const of = change.field === 'price' && others.length === 0 ? '{record}' : 'the {kind} {record}'
  if (isPlain || (before === '' && after === '')) return `{actor} changed the {fields} of ${of}.`
  if (after === '') return `{actor} removed the {fields} of ${of}.`
  return before === ''
    ? `{actor} set the {fields} of ${of} to {after}.`
    : `{actor} changed the {fields} of ${of} from {before} to {after}.`
}

const RECORD_TEMPLATES: Readonly<Record<string, string>> = {
  created: '{actor} added the {kind} {record}.',
  deleted: '{actor} deleted the {kind} {record}.',
  restored: '{actor} restored the {kind} {record}.',
  purged: '{actor} deleted the {kind} {record} for good.',
  erased: '{actor} deleted the {kind} {record} for good.',
  suspended: '{actor} suspended the {kind} {record}.',
  reactivated: '{actor} reactivated the {kind} {record}.',
  updated: '',
}

/** Sentences about an account; the second, if there is one, where no account has the address that was typed. */
const ACCOUNT_TEMPLATES: Readonly<Partial<Record<AuditEvent | (string & {}), readonly [string, string?]>>> = {
  'sign_in.succeeded': ['{actor} signed in.'],
  'sign_in.failed': [
    'A sign-in as {record} failed: wrong password.',
    'A sign-in failed: no account has the email address.',
  ],
  'sign_in.limited': ['Sign-ins have to wait after too many tries.'],
  'sign_in.challenged': ['{record} gave the right password and was asked for a code.'],
  sign_out: ['{actor} signed out.'],
  'code.requested': ['Someone asked for a code to reset a password.'],
  'code.issued': ['A code to reset the password was sent to {record}.'],
  'code.verified': ['{record} entered the code to reset the password.'],
  'code.failed': [
    'A wrong code was entered to reset the password of {record}.',
    'A wrong code was entered to reset a password.',
  ],
  'identity.confirmed': ['{actor} confirmed their identity.'],
  'identity.refused': ['{record} gave a wrong password, code or passkey to confirm their identity.'],
  'two_factor.enabled': ['{actor} turned on two-factor authentication.'],
  'two_factor.disabled': ['{actor} turned off two-factor authentication.'],
  'two_factor.recovery_codes_renewed': ['{actor} made new recovery codes.'],
  'two_factor.failed': ['A wrong two-factor code was entered for {record}.'],
  'passkey.added': ['{actor} added a passkey: {detail}.'],
  'passkey.removed': ['{actor} removed a passkey: {detail}.'],
  'passkey.refused': [
    'A passkey of {record} was refused at a sign-in.',
    'An unknown passkey was refused at a sign-in.',
  ],
  'token.created': ['{actor} created the API token {detail}.'],
  'token.revoked': ['{actor} revoked the API token {detail}.'],
  'password.reset': ['{record} set a new password with a code.'],
  'password.changed': ['{actor} changed their password.'],
  'password.disabled': ['{actor} turned off signing in with a password.'],
  'settings.updated': ['{actor} changed their {fields}.'],
  'admin.created': ['{actor} created the account of {record}.'],
  'admin.password_reset': ['{actor} set a new password for {record}.'],
  'admin.two_factor_reset': ['{actor} turned off two-factor authentication for {record}.'],
  'sessions.ended': ['{actor} signed out other devices.', '{actor} signed out everyone.'],
}

/** Formats the changed fields: "name, price and currency". */
function fieldList({ changes }: HistoryEvent): string {
  const labels = changes?.map(({ field }) => fieldLabel(field).toLowerCase()) ?? ['profile']
  return [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' and ')
}

const Name = ({ text }: { text: string }) => <bdi className={styles['name']}>{text}</bdi>

export function findKind({ entity }: HistoryEvent) {
  const name = ENTITY_NAMES.find((kind) => kind === entity)
  return name && RECORD_KINDS[name]
}

/** The name of the record: the present one, or else that in the event. A link unless the event removed the record. */
function RecordName({ event, cycle }: { event: HistoryEvent; cycle: string | null | undefined }) {
  const { record_id, record_name, changes } = event
  const isGone = /\.(?:deleted|purged|erased)$/.test(event.event)
  const named = changes?.find(({ field }) => NAME_FIELDS.has(field))
  const name = record_name || valueText(named?.after) || valueText(named?.before) || `#${record_id}`
  const text = [name, cycle].filter(Boolean).join(', ')
  const kind = findKind(event)
  if (!kind || record_id === null || isGone) return <Name text={text} />
  return (
    <Link to={kind.recordPath(record_id)} className={styles['name']}>
      <bdi>{text}</bdi>
    </Link>
  )
}
