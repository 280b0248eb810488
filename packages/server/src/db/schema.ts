import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Generated, Selectable } from 'kysely'

/** The tables. Instants are milliseconds since 1970 (UTC) and flags 0 or 1, which both engines store and compare alike. */
export interface Schema {
  /** Admins of the console and users of the app. Only those with a `password_hash` can sign in to the console. */
  users: {
    id: Generated<number>
    email: string | null
    /** The address without letter case: unique, and used to sign in. */
    email_key: string | null
    first_name: string | null
    last_name: string | null
    /** Name and email folded by core's `foldText`, for search and sorting. */
    name_folded: string | null
    email_folded: string | null
    /** Folded for sorting; null where there is no value. */
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
    /** JSON of a `Suspension`; null unless the user was suspended here. */
    suspension: string | null
  }
  /** Counts of users by status and role (`''` for none), kept by triggers. On PostgreSQL several rows add up. */
  user_counts: {
    status: string
    role: string
    users: number
    not_completed: number
    under_16_or_not_set: number
  }
  sessions: {
    /** SHA-256 of the token in hex, which cannot be used to sign in. */
    token_hash: string
    user_id: number
    created_at: number
    last_used_at: number
    expires_at: number
    /** Browser and system from the User-Agent at sign-in. */
    device: string | null
    ip: string | null
    /** Time of the last password or code in this session. */
    proved_at: Generated<number>
  }
  /** An admin's two-factor authentication; on once `enabled_at` is set. */
  two_factor: {
    user_id: number
    /** The secret of the authenticator app, encrypted with the server's key. */
    sealed_secret: string
    created_at: number
    enabled_at: number | null
    /** Time step of the last accepted code (RFC 6238), so that no code is accepted twice. */
    last_step: Generated<number>
  }
  /** One row per unused recovery code. */
  recovery_codes: {
    user_id: number
    /** Keyed digest. */
    code_mac: string
  }
  /** A sign-in that waits for its two-factor code. */
  sign_in_challenges: {
    challenge_hash: string
    user_id: number
    expires_at: number
    tries: Generated<number>
  }
  /** A key pair on a device of an admin, which signs in without password and code. */
  passkeys: {
    id: Generated<number>
    user_id: number
    /** Browser and system that added it. */
    name: string
    /** The id that the device gave it, in base64url. */
    credential_id: string
    /** COSE key in base64url. */
    public_key: string
    /** Uses as the device counts them; 0 where it does not. */
    counter: number
    created_at: number
    last_used_at: number | null
  }
  /** A challenge that a passkey has signed, kept until it is no longer valid. */
  used_challenges: {
    challenge_hash: string
    expires_at: number
  }
  /** An API token, by which a program acts in the name of an admin. */
  machine_tokens: {
    id: Generated<number>
    user_id: number
    name: string
    /** Scopes, separated by spaces. */
    scopes: string
    /** SHA-256 of the token in hex. */
    token_hash: string
    /** Last four characters of the token. */
    hint: string
    created_at: number
    expires_at: number
    last_used_at: number | null
  }
  images: {
    /** SHA-256 of `bytes` in hex. */
    sha256: string
    media_type: string
    bytes: Buffer
    /** Thumbnail; null where the image is small itself. */
    preview: Buffer | null
    created_at: number
  }
  categories: CategoryTable
  positions: PositionTable
  products: ProductTable
  trash_items: {
    id: Generated<number>
    /** UUID from the client, the same for all records deleted together. */
    batch: string | null
    entity: string
    record_id: number
    name: string
    search_text: string
    /** The deleted row as JSON. A migration that renames or drops a column changes it here too. */
    row: string
    /** SHA-256 of the row's image, which is kept while the item is in the trash. */
    image: string | null
    deleted_at: number
    deleted_by: number
  }
  /** One row per user and IP block that requested a code; a newer code replaces the older. */
  password_resets: {
    user_id: number
    requested_at: number
    /** Keyed digest of the code; null once it is used. */
    code_mac: string | null
    /** Keyed digest of the IP block that requested the code. `other_tries` counts attempts from elsewhere. */
    asked_from: string
    code_tries: Generated<number>
    other_tries: Generated<number>
    code_expires_at: number
    /** SHA-256 of the reset token in hex. */
    token_hash: string | null
    token_expires_at: number | null
    /** Wrong codes since the last sign-in, over all codes for this IP block. */
    failures: Generated<number>
  }
  /** Mail to be sent, without its text: a code is generated only when its mail is sent. */
  outbox: {
    id: Generated<number>
    kind: string
    recipient: string
    created_at: number
    /** The time from which the mail is sent. A process that claims it sets a later time, so that no other sends it. */
    due_at: number
    attempts: Generated<number>
    /** For a code, keyed digest of the IP block that requested it. */
    asked_from: string | null
  }
  rate_limits: {
    /** Keyed digest of the limit's name and its subject. */
    key: string
    hits: number
    resets_at: number
  }
  /** IP blocks from which an account was signed in to. */
  known_addresses: {
    /** Keyed digest of account, password hash and IP block. */
    key: string
    expires_at: number
  }
  /** The append-only audit log. It has no foreign keys, since the record of an event may be deleted. */
  audit_events: {
    id: Generated<number>
    at: number
    event: string
    /** `admin`, `anyone` (not signed in), `operator` (a command, or the first start) or `server`. */
    actor: string
    actor_id: number | null
    target_type: string | null
    target_id: number | null
    /** Keyed digest of the typed email address. */
    email_mac: string | null
    ip: string | null
    request_id: string | null
    detail: string | null
    /** JSON of the changed fields, with their values unless the record is a person. */
    changes: string | null
  }
  /** Why an admin did something. Apart from the audit log, since it may hold personal data and is erased with the person. */
  event_reasons: {
    event_id: number
    target_type: string
    target_id: number
    reason: string
  }
  /** Who was erased, without personal data. The file beside the database has the same entries. */
  erasures: {
    /** UUID. */
    receipt: string
    /** Position in the ledger that `ledger` names. */
    number: number
    entity: string
    record_id: number
    /** Keyed digest of the email address. */
    email_mac: string | null
    erased_at: number
    /** UUID of the file to which the entry was written first. */
    ledger: string
  }
  /** How far `refold` has come in a table. */
  folds: {
    /** The name of the table. */
    name: string
    /** The version of all its folded texts; 0 while some may be of an older one. */
    version: number
    last_id: number
    /** JSON of the statements that create again what was dropped, such as indexes. */
    rebuild: string | null
  }
}

export type ImageTableName = { [Name in keyof Schema]: 'image' extends keyof Schema[Name] ? Name : never }[keyof Schema]

const TABLES_WITH_IMAGES: Record<ImageTableName, true> = { categories: true, positions: true, trash_items: true }

/** Tables whose rows hold images; a missing one is a type error. An image that no row references is dropped. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
export const IMAGE_TABLES = Object.keys(TABLES_WITH_IMAGES) as ImageTableName[]

export interface Suspension {
  /** Milliseconds since 1970. */
  at: number
  /** The id of the admin. */
  by: number
  reason: string | null
  /** The status that reactivating puts back. */
  before: string | null
}

interface RecordTable {
  id: Generated<number>
  created_at: number
  /** Number of saves, for `If-Match`. */
  version: Generated<number>
}

/** The optional texts of an input have columns of the same names, null where there is none. */
type OptionalTexts<Input> = {
  [
    Name in Exclude<keyof Input, 'id'> as Input extends Record<Name, unknown>
      ? never
      : string extends Input[Name]
        ? Name
        : never
  ]-?: string | null
}

interface CategoryTable extends RecordTable, OptionalTexts<Schemas['CategoryInput']> {
  name: string
  name_key: string
  slug: string
  image: string | null
}

interface PositionTable extends RecordTable, PositionTexts {
  category_id: number
  name: string
  name_key: string
  image: string | null
}

export type PositionTexts = OptionalTexts<Schemas['PositionInput']>

interface ProductTable extends RecordTable, OptionalTexts<Schemas['ProductInput']> {
  product_id: string
  name: string
  /** Price in hundredths: a float cannot hold a decimal exactly. */
  price_cents: number
  currency: string
  billing_cycle: string
  trial_period_days: number
}

export type UserRow = Selectable<Schema['users']>
