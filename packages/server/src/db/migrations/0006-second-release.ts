import type { Kysely } from 'kysely'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'
import { execute, TYPES } from './0001-first-release.ts'
import { indexSearchesOnPostgres } from './0006-postgres.ts'
import { indexSearchesOnSqlite } from './0006-sqlite.ts'

const USER = 'not null references users (id) on delete cascade'

/** SQLite picks the first created of equally good indexes, so the more selective come first. */
const HISTORY_INDEXES = {
  record: 'target_id, target_type, id',
  actor_event: 'actor_id, event, id',
  actor_entity: 'actor_id, target_type, id',
  actor: 'actor_id, id',
  event: 'event, id',
  entity: 'target_type, id',
}

/**
 * Adds two-factor authentication, passkeys, API tokens, the trash, versions, the history, suspensions, erasures, faster searches
 * and the state of `refold` to the tables of 0.1.
 *
 * All indexes but those of primary keys, and the query that needs each. Indexes of users are in 0006-sqlite.ts and
 * 0006-postgres.ts.
 *
 * | since | index or unique columns                  | query                                                              |
 * | ----- | ---------------------------------------- | ------------------------------------------------------------------ |
 * | 0001  | users (email_key)                        | signing in: `findAccount`                                          |
 * | 0001  | users_who_sign_in                        | admins: `lockActiveAdmins`, `selectAdmins`, `hasAdmin`             |
 * | 0001  | sessions_by_user                         | the sessions of a user: `selectSessions`, `deleteSessions`         |
 * | 0001  | categories (name_key), (slug)            | `availableSlug`                                                    |
 * | 0001  | positions (category_id, name_key)        | the positions of a category: `countPositions`                      |
 * | 0001  | categories_by_image, positions_by_image  | whether an image is used: `deleteUnusedImage`                      |
 * | 0001  | products (product_id)                    | only uniqueness                                                    |
 * | 0003  | outbox_by_due                            | `claimMails`                                                       |
 * | 0003  | rate_limits_by_reset,                    | `deleteExpiredCountsAndBlocks`                                     |
 * |       | known_addresses_by_expiry                |                                                                    |
 * | 0005  | audit_events_by_time                     | the period of a history, `rapport-server audit`, `deleteAuditRows` |
 * | 0006  | password_resets (token_hash)             | `findTokenOwner`                                                   |
 * | 0006  | machine_tokens (token_hash)              | `findToken`                                                        |
 * | 0006  | machine_tokens (user_id, name)           | the tokens of a user: `selectTokens`                               |
 * | 0006  | passkeys (credential_id)                 | signing in: `findPasskey`                                          |
 * | 0006  | passkeys_by_user                         | the passkeys of a user: `selectPasskeys`                           |
 * | 0006  | trash_items (entity, record_id)          | the trash of some entities: `selectTrashPage`, `deleteFromTrash`   |
 * | 0006  | trash_items_by_batch                     | `selectIdsToRestore`                                               |
 * | 0006  | trash_items_by_image                     | whether an image is used: `deleteUnusedImage`                      |
 * | 0006  | trash_items_by_deleted_at                | expired items: `selectIdsToPurge`                                  |
 * | 0006  | audit_events_by_…                        | the history of a record, an admin (with an event or an entity), an |
 * |       |                                          | event or an entity: `selectHistory`                                |
 * | 0006  | event_reasons_by_target                  | the reasons to erase with a person: `deleteReasons`                |
 * | 0006  | erasures_by_record, erasures_by_email    | the erasures in the file of a person: `selectParts`                |
 */
export async function createSecondRelease(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await (engine === 'postgres' ? indexSearchesOnPostgres(db) : indexSearchesOnSqlite(db))
  const { text, integer, identity } = TYPES[engine]
  await execute(db, [
    // A code per IP block that requests it: strangers cannot replace or use up the owner's. Earlier codes end.
    `alter table outbox add column asked_from ${text}`,
    'drop table if exists password_resets',
    `create table password_resets (user_id ${integer} ${USER}, asked_from ${text} not null, requested_at bigint not null,
      code_mac ${text}, code_tries integer default 0 not null, other_tries integer default 0 not null,
      code_expires_at bigint not null, token_hash ${text} unique, token_expires_at bigint,
      failures integer default 0 not null, primary key (user_id, asked_from))`,
    `alter table sessions add column device ${text}`,
    `alter table sessions add column ip ${text}`,
    'alter table sessions add column proved_at bigint default 0 not null',
    `create table two_factor (user_id ${integer} primary key references users (id) on delete cascade,
      sealed_secret ${text} not null, created_at bigint not null, enabled_at bigint, last_step bigint default 0 not null)`,
    `create table recovery_codes (user_id ${integer} ${USER}, code_mac ${text} not null, primary key (user_id, code_mac))`,
    `create table sign_in_challenges (challenge_hash ${text} primary key, user_id ${integer} ${USER},
      expires_at bigint not null, tries integer default 0 not null)`,
    `create table passkeys (id ${identity}, user_id ${integer} ${USER}, name ${text} not null,
      credential_id ${text} not null unique, public_key ${text} not null, counter bigint not null,
      created_at bigint not null, last_used_at bigint)`,
    'create index passkeys_by_user on passkeys (user_id, id)',
    `create table used_challenges (challenge_hash ${text} primary key, expires_at bigint not null)`,
    `create table machine_tokens (id ${identity}, user_id ${integer} ${USER}, name ${text} not null, scopes ${text} not null,
      token_hash ${text} not null unique, hint ${text} not null, created_at bigint not null, expires_at bigint not null,
      last_used_at bigint, unique (user_id, name))`,
    `create table trash_items (id ${identity}, batch ${text}, entity ${text} not null, record_id ${integer} not null,
      name ${text} not null, search_text ${text} not null, "row" ${text} not null,
      image ${text} references images (sha256), deleted_at bigint not null, deleted_by ${integer} not null,
      unique (entity, record_id))`,
    ...['batch', 'image', 'deleted_at'].map(
      (name) => `create index trash_items_by_${name} on trash_items (${name}, id)`,
    ),
    ...['categories', 'positions', 'products'].map(
      (table) => `alter table ${table} add column version integer default 1 not null`,
    ),
    `alter table audit_events add column changes ${text}`,
    ...Object.entries(HISTORY_INDEXES).map(
      ([name, columns]) => `create index audit_events_by_${name} on audit_events (${columns})`,
    ),
    `alter table users add column suspension ${text}`,
    // Apart from the audit log, which itself could never erase them.
    `create table event_reasons (event_id ${integer} primary key references audit_events (id) on delete cascade,
      target_type ${text} not null, target_id ${integer} not null, reason ${text} not null)`,
    'create index event_reasons_by_target on event_reasons (target_id, target_type)',
    `create table erasures (receipt ${text} primary key, number ${integer} not null, entity ${text} not null,
      record_id ${integer} not null, email_mac ${text}, erased_at bigint not null, ledger ${text} not null)`,
    'create index erasures_by_record on erasures (record_id)',
    'create index erasures_by_email on erasures (email_mac)',
    `create table folds (name ${text} primary key, version integer not null, last_id ${integer} not null, rebuild ${text})`,
  ])
}
