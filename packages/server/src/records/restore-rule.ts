import type { InputSchema } from '@rapport/core/entities/entity.ts'
import { nameKey } from '@rapport/core/text/unique-keys.ts'
import type { Db } from '#server/db/client.ts'
import type { Schema } from '#server/db/schema.ts'

/** A deleted user, category, position or product, without id and image. It has the columns of its table only. */
export interface DeletedRow {
  name?: string
  name_key?: string
  slug?: string
  category_id?: number
  product_id?: string
  email?: string | null
  first_name?: string | null
  last_name?: string | null
  password_hash?: string | null
  created_at?: number
  version?: number
}

/** The rule for restoring records of one entity. If the value of `uniqueField` is taken, the client is asked for a new one. */
export interface RestoreRule {
  table: keyof Schema
  /** The field's name in the contract. */
  uniqueField: string
  uniqueValueOf: (row: DeletedRow) => string
  input: InputSchema<string>
  replaceUnique: (row: DeletedRow, value: string) => DeletedRow
  /** Folds the texts of a row that an older version has deleted. */
  refold?: (row: DeletedRow) => DeletedRow
  /** Only for entities with slugs. */
  availableSlug?: (trx: Db, slug: string) => Promise<string>
  takenMessage: (value: string) => string
}

/** The part of a rule that all tables with `name` and `name_key` share. */
export const namedRecordRule: Pick<RestoreRule, 'uniqueValueOf' | 'replaceUnique' | 'refold'> = {
  uniqueValueOf: ({ name = '' }) => name,
  replaceUnique: (row, name) => ({ ...row, name, name_key: nameKey(name) }),
  refold: (row) => ({ ...row, name_key: nameKey(row.name ?? '') }),
}
