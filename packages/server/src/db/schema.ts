import type { Generated, Selectable } from 'kysely'

/** Instants are milliseconds since 1970 (UTC) and flags 0 or 1, which both engines store and compare in the same way. */
export interface Schema {
  users: UserTable
  user_counts: UserCountTable
  sessions: SessionTable
  two_factor: TwoFactorTable
  recovery_codes: RecoveryCodeTable
  sign_in_challenges: ChallengeTable
  machine_tokens: ApiTokenTable
  images: ImageTable
  categories: CategoryTable
  positions: PositionTable
  products: ProductTable
  trash_items: TrashTable
  password_resets: PasswordResetTable
  outbox: OutboxTable
  rate_limits: RateLimitTable
  known_addresses: KnownAddressTable
  audit_events: AuditTable
}

type ImageTableName = { [Name in keyof Schema]: 'image' extends keyof Schema[Name] ? Name : never }[keyof Schema]

const TABLES_WITH_IMAGES: Record<ImageTableName, true> = { categories: true, positions: true, trash_items: true }

/** The tables whose rows hold images. An image that no row holds is dropped; leaving a table out does not compile. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
export const IMAGE_TABLES = Object.keys(TABLES_WITH_IMAGES) as ImageTableName[]

/** Admins of the console and users of the app. Only those with a `password_hash` can sign in to the console. */
interface UserTable {
  id: Generated<number>
  email: string | null
  /** Unique, and what sign-in looks up: the address without letter case. */
  email_key: string | null
  first_name: string | null
  last_name: string | null
  /** Name and e-mail after core's `foldText`, for search and sorting. */
  name_folded: string | null
  email_folded: string | null
  /** Folded as well, to sort by; null where there is nothing. */
  gender_folded: string | null
  status_folded: string | null
  role_folded: string | null
  gender: string | null
  age: number | null
  status: string | null
  role: string | null
  profile_image: string | null
  profile_completed: number | null
  created_at: number
  joined_at: number | null
  password_hash: string | null
}

/** Numbers of users by status and role (`''` for none), kept by triggers; on PostgreSQL several rows to add up. */
interface UserCountTable {
  status: string
  role: string
  users: number
}

interface SessionTable {
  /** SHA-256 of the token in hex: it cannot be used to sign in. */
  token_hash: string
  user_id: number
  created_at: number
  last_used_at: number
  expires_at: number
  /** Browser and system, as far as the client said at sign-in. */
  device: string | null
  /** The address it was begun from. */
  ip: string | null
  /** The time of the last proof of identity in this session. */
  proved_at: Generated<number>
}

/** An admin's two-factor authentication; it counts from `enabled_at` on. */
interface TwoFactorTable {
  user_id: number
  /** The secret of the authenticator app, encrypted with the server's key. */
  sealed_secret: string
  created_at: number
  enabled_at: number | null
  /** The time step of the newest code that was taken (RFC 6238): none is good twice. */
  last_step: Generated<number>
}

/** A row for each recovery code that was not used yet. */
interface RecoveryCodeTable {
  user_id: number
  /** Keyed digest. */
  code_mac: string
}

/** A sign-in that waits for its two-factor code. */
interface ChallengeTable {
  /** SHA-256 of the challenge in hex. */
  challenge_hash: string
  user_id: number
  expires_at: number
  tries: Generated<number>
}

/** An API token, by which a program acts in the name of an admin. */
interface ApiTokenTable {
  id: Generated<number>
  user_id: number
  name: string
  /** Separated by blanks. */
  scopes: string
  /** SHA-256 of the token in hex. */
  token_hash: string
  /** Its last four characters. */
  hint: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}

interface ImageTable {
  /** In hex, of `bytes`. */
  sha256: string
  media_type: string
  bytes: Buffer
  /** The same in small; null where the image is small itself. */
  preview: Buffer | null
  created_at: number
}

/** The columns of all records of the catalogue. */
interface RecordTable {
  id: Generated<number>
  created_at: number
  /** Counts the saves. */
  version: Generated<number>
}

interface CategoryTable extends RecordTable {
  name: string
  name_key: string
  slug: string
  image: string | null
}

interface PositionTable extends RecordTable {
  category_id: number
  name: string
  name_key: string
  benefits: string | null
  tips: string | null
  challenges: string | null
  safety_tips: string | null
  image: string | null
}

interface ProductTable extends RecordTable {
  product_id: string
  name: string
  /** In hundredths, since a decimal does not fit a float. */
  price_cents: number
  currency: string
  billing_cycle: string
  trial_period_days: number
}

/** Deleted records, to be restored or purged. */
interface TrashTable {
  id: Generated<number>
  /** A UUID of the client's, the same for all records deleted together. */
  batch: string | null
  entity: string
  record_id: number
  name: string
  /** Folded, as in users. */
  search_text: string
  /** The deleted row as JSON. A migration that renames or drops a column changes it here too. */
  row: string
  /** Of the row, held here. */
  image: string | null
  deleted_at: number
  deleted_by: number
}

/** One row for each user and IP block that has asked for a code: a newer code takes the place of the older. */
interface PasswordResetTable {
  user_id: number
  /** The time of the request for the newest code. */
  requested_at: number
  /** Keyed digest of the code; null once it is used. */
  code_mac: string | null
  /** Keyed digest of the IP block that has asked for the code: `code_tries` are its own, `other_tries` those of all others. */
  asked_from: string
  code_tries: Generated<number>
  other_tries: Generated<number>
  code_expires_at: number
  /** SHA-256 of the reset token in hex. */
  token_hash: string | null
  token_expires_at: number | null
  /** Wrong codes since the last sign-in, over all codes that this IP block has asked for. */
  failures: Generated<number>
}

/** Mail to be sent, without its text: a code is made only with its mail and stored nowhere as text. */
interface OutboxTable {
  id: Generated<number>
  kind: string
  recipient: string
  created_at: number
  /** The mail is sent from this time on; the process that takes it moves the time on, so that no other takes it. */
  due_at: number
  attempts: Generated<number>
  /** For a code: keyed digest of the IP block that has asked for it. */
  asked_from: string | null
}

interface RateLimitTable {
  /** Keyed digest of the limit's name and its subject. */
  key: string
  hits: number
  resets_at: number
}

/** Places from which an account was signed in to. */
interface KnownAddressTable {
  /** Keyed digest of the account, its password's hash and the address. */
  key: string
  expires_at: number
}

/** The audit log, which is only added to. No foreign keys: the record of a row may be deleted. */
interface AuditTable {
  id: Generated<number>
  at: number
  event: string
  /** `admin`, `anyone` (not signed in), `operator` (a command, or the first start) or `server`. */
  actor: string
  actor_id: number | null
  target_type: string | null
  target_id: number | null
  /** Keyed digest of the e-mail address that was typed. */
  email_mac: string | null
  ip: string | null
  request_id: string | null
  detail: string | null
  /** JSON: which fields were changed, and their values where the record is no person. */
  changes: string | null
}

export type UserRow = Selectable<UserTable>
