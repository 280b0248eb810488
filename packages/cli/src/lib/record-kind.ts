import type { Category } from '@rapport/core/categories/category.ts'
import type { Position } from '@rapport/core/positions/position.ts'
import type { Product } from '@rapport/core/products/product.ts'
import type { User } from '@rapport/core/users/user.ts'

interface Records {
  users: User
  categories: Category
  positions: Position
  products: Product
}

/** What records there are, by the word of their command. */
export type RecordKind = keyof Records

/** The fields that tell a record from those of other kinds; `name`, `status` and such are anybody's. */
const TELLING: { [Kind in RecordKind]: readonly (keyof Records[Kind])[] } = {
  users: ['email', 'first_name', 'last_name', 'profile_image', 'profile_completed', 'joined_date', 'age', 'role'],
  categories: ['category_name', 'category_image', 'slug'],
  positions: ['subcategory_name', 'sub_cat_image', 'category_id', 'benefits', 'tips', 'challenges', 'safety_tips'],
  products: ['product_id', 'price', 'currency', 'billing_cycle', 'trial_period_days'],
}

/** The kind of a record by the names of its fields: the wanted one, unless they show only others. */
export function kindShownBy(fields: readonly string[], wanted: RecordKind): RecordKind {
  const shows = (kind: RecordKind) => TELLING[kind].some((field) => fields.includes(field))
  // A position may come with its category's name, and is none for that.
  const kinds = shows('positions') ? OTHER_THAN_CATEGORIES : KINDS
  const shown = kinds.filter(shows)
  return shown.includes(wanted) ? wanted : (shown[0] ?? wanted)
}

const KINDS: readonly RecordKind[] = ['positions', 'categories', 'products', 'users']
const OTHER_THAN_CATEGORIES = KINDS.filter((kind) => kind !== 'categories')
