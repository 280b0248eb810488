import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { selectMailsTo } from '#server/mail/outbox.repo.ts'
import { deletedRow } from '#server/records/trash-rows.repo.ts'
import { auditChunks, type AuditRow, isAboutUser } from '#server/security/audit/audit.repo.ts'

// Rows are read whole, and only secrets and what is derived from other columns is left out: a column that is added later is in the
// file without an edit.

/** Selects the record of a person and the copy in the trash. */
export async function selectCopies(db: Db, id: number) {
  return {
    record: await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    trashed: await db
      .selectFrom('trash_items')
      .selectAll()
      .where('entity', '=', 'user')
      .where('record_id', '=', id)
      .executeTakeFirst(),
  }
}

type Copies = Awaited<ReturnType<typeof selectCopies>>

/** Returns the email addresses of a person, and whether an account of the console is among the copies. */
export function identityOf({ record, trashed }: Copies) {
  const copies = [record, trashed && deletedRow(trashed)].filter((copy) => copy !== undefined)
  return {
    emails: copies.flatMap(({ email }) => email ?? []),
    isAccount: copies.some(({ password_hash }) => typeof password_hash === 'string'),
  }
}

/** Selects what the tables hold about a person, by the names of the file's parts. */
export async function selectParts(db: Db, id: number, { record, trashed }: Copies, person: Person) {
  // The empty text is nobody's, and PostgreSQL does not accept an empty list.
  const emailMacs = ['', ...person.emailMacs]
  const ofUser = async (table: string) => {
    const { rows } = await sql<object>`select * from ${sql.table(table)} where user_id = ${id}`.execute(db)
    return rows.map(readable)
  }
  const codes = await ofUser('recovery_codes')
  const erasures = db
    .selectFrom('erasures')
    .selectAll()
    .where((eb) => eb.or([eb('record_id', '=', id), eb('email_mac', 'in', emailMacs)]))
  return {
    record: record ? [readable(record)] : [],
    picture: record?.profile_image ? [{ url: record.profile_image }] : [],
    trash: trashed ? [{ ...readable(trashed), row: readable(deletedRow(trashed)) }] : [],
    sessions: await ofUser('sessions'),
    tokens: await ofUser('machine_tokens'),
    two_factor: await ofUser('two_factor'),
    passkeys: await ofUser('passkeys'),
    recovery_codes: codes.length === 0 ? [] : [{ unused: codes.length }],
    sign_ins: await ofUser('sign_in_challenges'),
    password_resets: await ofUser('password_resets'),
    mails: (await selectMailsTo(db, person.emails)).map(readable),
    erasures: (await erasures.execute()).map(readable),
  }
}

interface Person {
  emails: readonly string[]
  /** Keyed digests of the addresses. */
  emailMacs: readonly string[]
}

/** Secrets, digests of them, and texts that are folded for searching. */
const LEFT_OUT = new Set([
  'password_hash',
  'token_hash',
  'sealed_secret',
  'challenge_hash',
  'code_mac',
  'asked_from',
  'two_factor',
  'recovery_codes',
  'hint',
  'email_key',
  'search_text',
  'joined',
  'name_folded',
  'email_folded',
  'gender_folded',
  'status_folded',
  'role_folded',
])

/** Returns the row without what is left out, with times in RFC 3339. */
function readable(row: object): Record<string, unknown> {
  const entries = Object.entries(row).filter(([name]) => !LEFT_OUT.has(name))
  return Object.fromEntries(
    entries.map(([name, value]: [string, unknown]) => [
      name,
      name.endsWith('_at') && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  )
}

/** Yields the events about a user, then all others that they caused, oldest first. */
export async function* eventChunks(db: Db, userId: number) {
  const aboutUser = isAboutUser(userId)
  const byUser = sql<boolean>`audit_events.actor_id = ${userId} and ${aboutUser} is not true`
  for (const condition of [aboutUser, byUser])
    for await (const rows of auditChunks(db, condition)) yield rows.map((row) => toEvent(row, userId))
}

/** Leaves out the network address of another admin, since the person is given the file. */
function toEvent(row: AuditRow, userId: number) {
  const { at, changes, email_mac: _, ...event } = row
  const parsedChanges: unknown = changes === null ? null : JSON.parse(changes)
  const ip = row.actor_id === null || row.actor_id === userId ? row.ip : null
  return { ...event, ip, at: new Date(at).toISOString(), changes: parsedChanges }
}
