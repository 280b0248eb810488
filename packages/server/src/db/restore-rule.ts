import type { Input } from '#server/domain/checked-input.ts'
import type { Db } from './client.ts'
import { nameKey } from './name-key.ts'
import type { Schema } from './schema.ts'

/** A row as it was deleted, without id and image; these columns are those of several tables. */
export interface DeletedRow {
  name?: string
  slug?: string
  category_id?: number
  product_id?: string
  email?: string | null
  first_name?: string | null
  last_name?: string | null
  password_hash?: string | null
  version?: number
}

/** Restores deleted records of one kind. `field` is unique, so the client is asked for a new name where it is taken. */
export interface RestoreRule {
  table: keyof Schema
  /** Its name in the contract. */
  uniqueField: string
  nameOf: (row: DeletedRow) => string
  input: Input<string>
  rename: (row: DeletedRow, name: string) => DeletedRow
  /** For records with a slug, which may be taken meanwhile. */
  availableSlug?: (trx: Db, slug: string) => Promise<string>
  /** The message when another record has the name. */
  takenMessage: (name: string) => string
}

/** For tables with `name` and `name_key`. */
export const byName: Pick<RestoreRule, 'nameOf' | 'rename'> = {
  nameOf: ({ name = '' }) => name,
  rename: (row, name) => ({ ...row, name, name_key: nameKey(name) }),
}
