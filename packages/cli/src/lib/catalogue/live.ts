import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Category } from '@rapport/core/categories/category.ts'
import type { Position } from '@rapport/core/positions/position.ts'
import type { Product } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import type { Kind, Values } from './row.ts'

/** A record of the server, by the field names that a file has. */
export interface LiveRecord {
  kind: Kind
  id: number | string
  values: Values
  /** URL of its image. */
  image: string | undefined
  /** The category of a position. */
  categoryId?: string
}

export type Live = Record<Kind, LiveRecord[]>

type LiveDeps = Pick<Deps, 'api' | 'call' | 'signal'>

/** Reads the lists of these kinds; positions bring the categories along, by whose names they are known. */
export async function readLive(kinds: readonly Kind[], deps: LiveDeps): Promise<Live> {
  const wants = (kind: Kind) => kinds.includes(kind)
  const [categories, positions, products] = await Promise.all([
    wants('categories') || wants('positions') ? readCategories(deps) : [],
    wants('positions') ? readPositions(deps) : [],
    wants('products') ? readProducts(deps) : [],
  ])
  const names = new Map(categories.map(({ id, category_name }) => [String(id), category_name]))
  return {
    categories: categories.map(liveCategory),
    positions: positions.map((position) => livePosition(position, names)),
    products: products.map(liveProduct),
  }
}

const readCategories = ({ api, call, signal }: LiveDeps) =>
  call('listCategories', () => unwrap(api.GET('/api/admin/categories', { signal })))
const readPositions = ({ api, call, signal }: LiveDeps) =>
  call('listPositions', () => unwrap(api.GET('/api/admin/subcategories', { signal })))
const readProducts = ({ api, call, signal }: LiveDeps) =>
  call('listProducts', () => unwrap(api.GET('/api/admin/subscription-products', { signal })))

export function liveCategory({ id, category_name, slug, category_image }: Category): LiveRecord {
  return {
    kind: 'categories',
    id,
    values: { category_name, slug: slug || undefined },
    image: category_image || undefined,
  }
}

export function livePosition(position: Position, categoryNames: ReadonlyMap<string, string>): LiveRecord {
  const { id, category_id, subcategory_name, benefits, tips, challenges, safety_tips, sub_cat_image } = position
  const category = categoryNames.get(String(category_id)) ?? position.category?.category_name
  const texts = { benefits, tips, challenges, safety_tips }
  return {
    kind: 'positions',
    id,
    values: { category, subcategory_name, ...withoutNothing(texts) },
    image: sub_cat_image || undefined,
    categoryId: String(category_id),
  }
}

function liveProduct({ id, product_id, name, price, currency, billing_cycle, trial_period_days }: Product): LiveRecord {
  const optional = withoutNothing({ currency, billing_cycle, trial_period_days })
  return { kind: 'products', id, values: { product_id, name, price: Number(price), ...optional }, image: undefined }
}

/** Null and an empty text say nothing. */
function withoutNothing(values: Record<string, string | number | null | undefined>): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
}
