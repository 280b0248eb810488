import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import type { Call } from '../call.ts'
import { TRASHED_PREFIX } from './crash-writers.ts'
import type { RecordState } from './ledger.ts'

/** Reads all records through the API, in the form that the ledger has. */
export async function readRecords(call: Call, ids: Map<string, string | number>): Promise<Map<string, RecordState>> {
  const records = new Map<string, RecordState>()
  const list = async <Data>(path: string) => (await call<Data>('GET', `/api/admin/${path}`)).body.data
  const addRecord = (key: string, id: string | number, state: RecordState) => {
    ids.set(key, id)
    records.set(key, state)
  }
  for (const { id, product_id, version: _, ...product } of await list<Product[]>('subscription-products')) {
    addRecord(`product ${product_id}`, id, product)
  }
  for (const { id, category_name, category_image } of await list<Category[]>('categories')) {
    addRecord(`category ${category_name}`, id, { image: sha256In(category_image) })
  }
  for (const { id, subcategory_name, category_id, tips, sub_cat_image } of await list<Position[]>('subcategories')) {
    addRecord(`position ${subcategory_name}`, id, { category_id, tips, image: sha256In(sub_cat_image) })
  }
  for (const { id, role, first_name, last_name } of (await list<{ users: User[] }>('users')).users) {
    addRecord(`${role} ${id}`, id, { first_name, last_name })
  }
  for (const { name, batch } of (await list<Schemas['TrashPage']>(`trash?search=${TRASHED_PREFIX}&page_size=1000`))
    .items) {
    const key = `product ${name}`
    if (records.has(key)) throw new Error(`The ${key} is in its list and in the trash.`)
    records.set(key, { batch })
  }
  return records
}

function sha256In(path: string | null | undefined): string | undefined {
  return /[\da-f]{64}/.exec(path ?? '')?.[0]
}
