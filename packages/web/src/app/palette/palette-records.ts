import type { Category } from '@rapport/core/categories/category.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { messageFor, type MessageKey } from '@rapport/core/text/messages.ts'
import type { Position } from '@rapport/core/positions/position.ts'
import type { Product } from '@rapport/core/products/product.ts'
import { fullName } from '@rapport/core/users/user.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { categoriesQuery, positionsQuery, productsQuery } from '#data/catalogue-queries.ts'
import { paths } from '#platform/paths.ts'
import { usePaging } from '#data/settings-query.ts'
import { useUserList } from '#data/users-queries.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'
import type { Entry, Group } from './palette-entries.ts'

/** From so many characters on the records are searched, too. */
const SHORTEST_SEARCH = 2
/** How many of a kind are shown. */
const SHOWN = 5

interface Found {
  groups: Group[]
  /** More are being looked for. */
  isSearching?: boolean
  /** What could not be searched, and why. */
  failure?: string | undefined
}

const NOTHING: Found = { groups: [] }
const SEARCHING: Found = { groups: [], isSearching: true }

/** The records that match what is typed, by kind. */
export function useFoundRecords(text: string, settled: string): Found {
  const isLongEnough = text.trim().length >= SHORTEST_SEARCH
  const catalogue = useFoundInCatalogue(text, isLongEnough)
  const users = useFoundUsers(text, settled)
  // What comes late would else push aside what Enter is about to choose.
  const [usersFirst, setUsersFirst] = useState(false)
  if (!usersFirst && catalogue.isSearching && users.groups.length > 0) setUsersFirst(true)
  if (!isLongEnough) return NOTHING
  return {
    groups: usersFirst ? [...users.groups, ...catalogue.groups] : [...catalogue.groups, ...users.groups],
    isSearching: users.isSearching === true || catalogue.isSearching === true,
    failure: [users.failure, catalogue.failure].filter(Boolean).join(' ') || undefined,
  }
}

/** Categories, positions and products by name, products by their id as well. */
function useFoundInCatalogue(text: string, enabled: boolean): Found {
  const navigate = useNavigate()
  const categories = useQuery({ ...categoriesQuery, enabled })
  const positions = useQuery({ ...positionsQuery, enabled })
  const products = useQuery({ ...productsQuery, enabled })
  const lists = useMemo(
    () => searchable(entriesOf(categories.data, positions.data, products.data, (path) => () => void navigate(path))),
    [categories.data, positions.data, products.data, navigate],
  )
  const wanted = text.trim()
  const groups = useMemo(() => {
    const found = (entries: readonly Searchable[]) => {
      const typed = foldText(wanted)
      return entries.filter(({ folded }) => folded.includes(typed)).map(({ entry }) => entry)
    }
    const all = (label: string, path: string): Entry => ({ id: `all-${path}`, label, run: () => void navigate(path) })
    const withWanted = (count: number, noun: string, path: string) =>
      all(`All ${count} ${noun} with “${wanted}”`, `${path}?search=${encodeURIComponent(wanted)}`)
    const [ofCategories, ofPositions, ofProducts] = [
      found(lists.categories),
      found(lists.positions),
      found(lists.products),
    ]
    return [
      {
        label: 'Categories',
        items: firstOf(ofCategories, withWanted(ofCategories.length, 'categories', paths.categories)),
      },
      { label: 'Positions', items: firstOf(ofPositions, withWanted(ofPositions.length, 'positions', paths.positions)) },
      // Their list has no search.
      { label: 'Subscription Plans', items: firstOf(ofProducts, all('All subscription plans', paths.subscription)) },
    ]
  }, [lists, wanted, navigate])
  if ([categories, positions, products].some(({ isPending }) => isPending)) return SEARCHING

  const failures = [
    failureOf(categories, 'listCategories'),
    failureOf(positions, 'listPositions'),
    failureOf(products, 'listProducts'),
  ]
  return { groups, failure: failures.filter(Boolean).join(' ') || undefined }
}

/** An entry with the text that is searched, folded once for all keystrokes. */
interface Searchable {
  entry: Entry
  folded: string
}

type Lists<Item> = Record<'categories' | 'positions' | 'products', Item[]>

function searchable({ categories, positions, products }: Lists<Entry>): Lists<Searchable> {
  const fold = (entries: Entry[]) =>
    entries.map((entry) => ({ entry, folded: foldText(`${entry.label}\n${entry.words ?? ''}`) }))
  return { categories: fold(categories), positions: fold(positions), products: fold(products) }
}

function entriesOf(
  categories: readonly Category[] = [],
  positions: readonly Position[] = [],
  products: readonly Product[] = [],
  open: (path: string) => () => void,
): Lists<Entry> {
  const nameOf = new Map(categories.map(({ id, category_name }) => [String(id), category_name]))
  return {
    categories: categories.map(({ id, category_name }) => ({
      id: `category-${id}`,
      label: orNotSet(category_name),
      run: open(`${paths.categories}?edit=${encodeURIComponent(id)}`),
    })),
    positions: positions.map(({ id, subcategory_name, category_id, category }) => ({
      id: `position-${id}`,
      label: orNotSet(subcategory_name),
      detail: orNotSet(nameOf.get(String(category_id)) ?? category?.category_name),
      run: open(`${paths.positions}?edit=${encodeURIComponent(id)}`),
    })),
    products: products.map(({ id, name, product_id }) => ({
      id: `product-${id}`,
      label: orNotSet(name),
      detail: product_id,
      words: product_id,
      run: open(`${paths.subscription}?edit=${encodeURIComponent(id)}`),
    })),
  }
}

/** The first entries, and one that leads to all of them when there are more. */
function firstOf(entries: Entry[], all: Entry): Entry[] {
  return entries.length <= SHOWN ? entries : [...entries.slice(0, SHOWN), all]
}

function failureOf({ data, error }: UseQueryResult, messageKey: MessageKey): string | undefined {
  return error && data === undefined ? messageFor(messageKey, error) : undefined
}

/** The users that match: in memory at every keystroke, at a server that pages when typing has settled. */
function useFoundUsers(text: string, settled: string): Found {
  const navigate = useNavigate()
  const { paged } = usePaging()
  const latest = useDeferredValue(text)
  const search = (paged ? settled : latest).trim()
  const enabled = search.length >= SHORTEST_SEARCH
  const query = useMemo(() => ({ page: 1, page_size: SHOWN, search }), [search])
  const { listing, error, stale } = useUserList(query, { enabled })
  // Enter is not to choose from what was found for fewer letters.
  if (paged && search !== text.trim()) return SEARCHING
  if (!enabled) return NOTHING
  if (error) return { groups: [], failure: messageFor('listUsers', error) }
  if (!listing || stale) return SEARCHING
  const show = (wanted: string) => void navigate(`${paths.users}?range=all&search=${encodeURIComponent(wanted)}`)
  const items = listing.users.map((user): Entry => ({
    id: `user-${user.id}`,
    label: fullName(user) ?? (user.email || `User ${user.id}`),
    detail: [fullName(user) && user.email, `id ${user.id}`].filter(Boolean).join(' · '),
    run: () => show(user.email || String(user.id)),
  }))
  if (listing.total > items.length) {
    items.push({ id: 'all-found', label: `All ${listing.total} users with “${search}”`, run: () => show(search) })
  }
  return { groups: [{ label: 'Users', items }] }
}
