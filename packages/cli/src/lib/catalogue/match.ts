import type { Mistake } from '#cli/io/errors.ts'
import type { Live, LiveRecord } from './live.ts'
import { type Kind, mistakeAt, nameKey, placeOf, type Row } from './row.ts'

/** The category that a position is put into: one of the server's, or one that the files make. */
export interface Parent {
  name: string
  live: LiveRecord | undefined
  /** Its row in the files. */
  row: Row | undefined
}

/** A row and the record of the server that it describes; none for one that is new. */
export interface Match {
  row: Row
  /** Names it for people: `products/com.example.monthly`. */
  key: string
  live: LiveRecord | undefined
  parent?: Parent
}

export interface Matches {
  matches: Match[]
  mistakes: Mistake[]
}

/** Finds the record of each row: by product_id, by slug or name, by category and name. Renames are not guessed. */
export function matchRows(rows: readonly Row[], live: Live): Matches {
  const found = new Matching()
  const categories = ofKind(rows, 'categories')
  const categoryIndex = new CategoryIndex(live.categories)
  for (const row of categories) {
    const name = text(row, 'category_name')
    found.add(row, ['category_name'], categoryIndex.find(text(row, 'slug'), name), `categories/${name.trim()}`)
  }
  categoryIndex.addMatches(found.matches)

  const positions = Map.groupBy(live.positions, ({ categoryId, values }) =>
    positionKey(categoryId, values['subcategory_name']),
  )
  for (const row of ofKind(rows, 'positions')) {
    const [category, name] = [text(row, 'category'), text(row, 'subcategory_name')]
    const parent = category.trim() === '' ? undefined : categoryIndex.parent(category)
    if (parent === undefined && category.trim() !== '') {
      const message = `category: There is no category ${JSON.stringify(category)}, neither on the server nor among what is applied.`
      found.mistakes.push(mistakeAt(placeOf(row, 'category'), message))
    }
    const candidates = parent?.live ? (positions.get(positionKey(String(parent.live.id), name)) ?? []) : []
    const key = `positions/${(parent?.name ?? category).trim()}/${name.trim()}`
    found.add(row, ['category', 'subcategory_name'], exactFirst(candidates, 'subcategory_name', name), key, parent)
  }

  const products = Map.groupBy(live.products, ({ values }) => String(values['product_id']).trim())
  for (const row of ofKind(rows, 'products')) {
    const id = text(row, 'product_id').trim()
    found.add(row, ['product_id'], products.get(id) ?? [], `products/${id}`)
  }
  return found
}

class Matching implements Matches {
  readonly matches: Match[] = []
  readonly mistakes: Mistake[] = []
  readonly #taken = new Map<string, Row>()

  /** `fields` make the key: a row without one of them is told so by the input that it does not fit. */
  add(row: Row, fields: readonly string[], candidates: readonly LiveRecord[], key: string, parent?: Parent) {
    const place = placeOf(row, fields.at(-1) ?? '')
    if (candidates.length > 1) {
      const message = `The server has ${candidates.length} of ${key}: delete all but one first.`
      this.mistakes.push(mistakeAt(place, message))
      return
    }
    const [live] = candidates
    if (fields.every((field) => text(row, field).trim() !== '')) {
      // Product ids differ by letter case; names do not.
      const identity = live ? `${row.kind} ${live.id}` : row.kind === 'products' ? key : nameKey(key)
      const first = this.#taken.get(identity)
      if (first) {
        const { file, line } = first.place
        this.mistakes.push(mistakeAt(place, `${key} is in ${file}:${line} already.`))
        return
      }
      this.#taken.set(identity, row)
    }
    this.matches.push({ row, key, live, ...(parent && { parent }) })
  }
}

class CategoryIndex {
  readonly #bySlug: Map<string, LiveRecord[]>
  readonly #byName: Map<string, LiveRecord[]>
  readonly #inFiles = new Map<string, Parent>()
  readonly #byId = new Map<string, Parent>()

  constructor(live: readonly LiveRecord[]) {
    this.#bySlug = Map.groupBy(live, ({ values }) => String(values['slug'] ?? ''))
    this.#byName = Map.groupBy(live, ({ values }) => nameKey(String(values['category_name'])))
  }

  find(slug: string, name: string): readonly LiveRecord[] {
    const bySlug = slug.trim() === '' ? [] : (this.#bySlug.get(slug.trim()) ?? [])
    return bySlug.length > 0 ? bySlug : exactFirst(this.#byName.get(nameKey(name)) ?? [], 'category_name', name)
  }

  addMatches(matches: readonly Match[]) {
    for (const { row, live } of matches) {
      const parent = { name: text(row, 'category_name').trim(), live, row }
      this.#inFiles.set(nameKey(parent.name), parent)
      if (live) this.#byId.set(String(live.id), parent)
    }
  }

  /** The category that a row means by its name, its slug, or the name it has had so far. */
  parent(given: string): Parent | undefined {
    const named = this.#inFiles.get(nameKey(given))
    if (named) return named
    const [live, ...others] = this.find(given, given)
    if (!live || others.length > 0) return undefined
    return this.#byId.get(String(live.id)) ?? { name: String(live.values['category_name']), live, row: undefined }
  }
}

/** Servers other than ours may tell names apart that differ in letter case alone. */
function exactFirst(candidates: readonly LiveRecord[], field: string, name: string): readonly LiveRecord[] {
  if (candidates.length < 2) return candidates
  const exact = candidates.filter(({ values }) => String(values[field]).trim() === name.trim())
  return exact.length > 0 ? exact : candidates
}

function ofKind(rows: readonly Row[], kind: Kind): Row[] {
  return rows.filter((row) => row.kind === kind)
}

function text({ values }: Row, field: string): string {
  return String(values[field] ?? '')
}

function positionKey(categoryId: string | undefined, name: string | number | undefined): string {
  return `${categoryId}/${nameKey(String(name))}`
}
