import { categoryChangesInput } from '@rapport/core/categories/category.ts'
import { positionChangesInput } from '@rapport/core/positions/position.ts'
import { productInput } from '@rapport/core/products/product.ts'
import { identityInput } from '@rapport/core/settings/settings.ts'
import { nameKey } from '#server/db/name-key.ts'
import type { Entity } from '#server/db/trash-rows.ts'
import { identityColumns } from '#server/db/user-row.ts'

/** A row as it was deleted, without id and image; these columns are those of several tables. */
export interface DeletedRow {
  name?: string
  slug?: string
  category_id?: number
  product_id?: string
  email?: string | null
  first_name?: string | null
  last_name?: string | null
}

/** What of a record no other may have. */
interface UniqueName {
  /** Its field in the contract. */
  field: string
  of: (row: DeletedRow) => string
  input: typeof categoryChangesInput.shape.category_name
  rename: (row: DeletedRow, name: string) => DeletedRow
  /** What is said when another record has it. */
  taken: (name: string) => string
}

const renamed = (row: DeletedRow, name: string) => ({ ...row, name, name_key: nameKey(name) })

export const UNIQUE_NAMES: Record<Entity, UniqueName> = {
  user: {
    field: 'email',
    of: ({ email }) => email ?? '',
    input: identityInput.shape.email,
    rename: (row, email) => {
      const { first_name = null, last_name = null } = row
      return { ...row, ...identityColumns({ first_name, last_name, email }) }
    },
    taken: (email) => `Another user has the email address “${email}” now.`,
  },
  category: {
    field: 'category_name',
    of: ({ name = '' }) => name,
    input: categoryChangesInput.shape.category_name,
    rename: renamed,
    taken: (name) => `There is another category named “${name}” now.`,
  },
  position: {
    field: 'subcategory_name',
    of: ({ name = '' }) => name,
    input: positionChangesInput.shape.subcategory_name,
    rename: renamed,
    taken: (name) => `This category has another position named “${name}” now.`,
  },
  product: {
    field: 'product_id',
    of: ({ product_id = '' }) => product_id,
    input: productInput.shape.product_id,
    rename: (row, product_id) => ({ ...row, product_id }),
    taken: (productId) => `There is another product with the ID “${productId}” now.`,
  },
}
