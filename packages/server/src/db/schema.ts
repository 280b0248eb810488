import type { Generated, Selectable } from 'kysely'

/** Instants are milliseconds since 1970 (UTC), flags 0 or 1: both engines hold and compare them alike. */
export interface Schema {
  users: UserTable
  sessions: SessionTable
  images: ImageTable
  categories: CategoryTable
  positions: PositionTable
  products: ProductTable
}

/** Admins of the console and users of the app. Only who has a `password_hash` can sign in to the console. */
interface UserTable {
  id: Generated<number>
  email: string | null
  /** What makes an e-mail address unique and finds it at sign-in: the same in any letter case. */
  email_key: string | null
  first_name: string | null
  last_name: string | null
  /** Name and e-mail as core's `foldText` makes them: what search and sort go by. */
  name_folded: string | null
  email_folded: string | null
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

interface SessionTable {
  /** SHA-256 of the token in hex: whoever reads the database cannot use it to sign in. */
  token_hash: string
  user_id: number
  created_at: number
  last_used_at: number
  expires_at: number
}

interface ImageTable {
  /** In hex, of `bytes`. */
  sha256: string
  media_type: string
  bytes: Buffer
  /** The same in small; null where the image is small itself, or is drawn at any size. */
  preview: Buffer | null
  created_at: number
}

interface CategoryTable {
  id: Generated<number>
  name: string
  name_key: string
  slug: string
  image: string | null
  created_at: number
}

interface PositionTable {
  id: Generated<number>
  category_id: number
  name: string
  name_key: string
  benefits: string | null
  tips: string | null
  challenges: string | null
  safety_tips: string | null
  image: string | null
  created_at: number
}

interface ProductTable {
  id: Generated<number>
  product_id: string
  name: string
  /** In hundredths, since a decimal does not fit a float. */
  price_cents: number
  currency: string
  billing_cycle: string
  trial_period_days: number
  created_at: number
}

export type UserRow = Selectable<UserTable>
