import { foldText } from '@rapport/core/fold-text.ts'
import { messageFor, type Situation } from '@rapport/core/messages.ts'
import { fullName } from '@rapport/core/users/user.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { categoriesQuery, positionsQuery, productsQuery } from '#lib/catalogue-queries.ts'
import { paths } from '#lib/paths.ts'
import { usePaging } from '#lib/settings-query.ts'
import { useUserList } from '#lib/users-queries.ts'
import type { Entry, Group } from './palette-entries.ts'

/** From so many characters on the records are searched, too. */
const SHORTEST_SEARCH = 2
/** How many of a kind are shown. */
const SHOWN = 5
const SEARCHING = 'Searching…'

interface Found {
  groups: Group[]
  /** Why there may be more, or that they are being looked for. */
  status?: string | undefined
}

const NOTHING: Found = { groups: [] }

/** The records that match what is typed, by kind. */
export function useFoundRecords(text: string, settled: string): Found {
  const isLongEnough = text.trim().length >= SHORTEST_SEARCH
  const catalogue = useFoundInCatalogue(text, isLongEnough)
  const users = useFoundUsers(text, settled)
  if (!isLongEnough) return NOTHING
  // What comes late would else push aside what Enter is about to choose.
  if (!catalogue) return { groups: [], status: SEARCHING }
  return {
    groups: [...catalogue.groups, ...users.groups],
    status: [users.status, catalogue.status].filter(Boolean).join(' ') || undefined,
  }
}

/** Categories, positions and products by name, products by their id as well; undefined while they are loaded. */
function useFoundInCatalogue(text: string, enabled: boolean): Found | undefined {
  const navigate = useNavigate()
  const lists = {
    categories: useQuery({ ...categoriesQuery, enabled }),
    positions: useQuery({ ...positionsQuery, enabled }),
    products: useQuery({ ...productsQuery, enabled }),
  }
  const { categories, positions, products } = lists
  if ([categories, positions, products].some(({ isPending }) => isPending)) return undefined

  const typed = foldText(text.trim())
  const open = (path: string) => () => void navigate(path)
  const nameOf = new Map(categories.data?.map(({ id, category_name }) => [String(id), category_name]))
  const all: Entry[][] = [
    (categories.data ?? []).map(({ id, category_name }) => ({
      id: `category-${id}`,
      label: category_name,
      run: open(`${paths.categories}?edit=${encodeURIComponent(id)}`),
    })),
    (positions.data ?? []).map(({ id, subcategory_name, category_id, category }) => ({
      id: `position-${id}`,
      label: subcategory_name,
      detail: nameOf.get(String(category_id)) ?? category?.category_name ?? undefined,
      run: open(`${paths.positions}?edit=${encodeURIComponent(id)}`),
    })),
    (products.data ?? []).map(({ id, name, product_id }) => ({
      id: `product-${id}`,
      label: name,
      detail: product_id,
      words: product_id,
      run: open(`${paths.subscription}?edit=${encodeURIComponent(id)}`),
    })),
  ]
  const [ofCategories = [], ofPositions = [], ofProducts = []] = all.map((entries) =>
    entries.filter(({ label, words = '' }) => foldText(`${label}\n${words}`).includes(typed)),
  )
  const search = `?search=${encodeURIComponent(text.trim())}`
  const groups = [
    { label: 'Categories', items: firstOf(ofCategories, 'categories', text, open(paths.categories + search)) },
    { label: 'Positions', items: firstOf(ofPositions, 'positions', text, open(paths.positions + search)) },
    // Their list has no search.
    { label: 'Subscription Plans', items: ofProducts },
  ]
  const failures = [
    failureOf(categories, 'listCategories'),
    failureOf(positions, 'listPositions'),
    failureOf(products, 'listProducts'),
  ]
  return { groups, status: failures.filter(Boolean).join(' ') || undefined }
}

/** The first entries, and one that leads to all of them when there are more. */
function firstOf(entries: Entry[], noun: string, text: string, showAll: () => void): Entry[] {
  if (entries.length <= SHOWN) return entries
  const all = { id: `all-${noun}`, label: `All ${entries.length} ${noun} with “${text.trim()}”`, run: showAll }
  return [...entries.slice(0, SHOWN), all]
}

function failureOf({ data, error }: UseQueryResult, situation: Situation): string | undefined {
  return error && data === undefined ? messageFor(situation, error) : undefined
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
  if (paged && search !== text.trim()) return { groups: [], status: SEARCHING }
  if (!enabled) return NOTHING
  if (error) return { groups: [], status: messageFor('listUsers', error) }
  if (!listing || stale) return { groups: [], status: SEARCHING }
  const show = (wanted: string) => void navigate(`${paths.users}?range=all&search=${encodeURIComponent(wanted)}`)
  const items = listing.users.map((user): Entry => ({
    id: `user-${user.id}`,
    label: fullName(user) ?? user.email ?? `User ${user.id}`,
    detail: [fullName(user) && user.email, `id ${user.id}`].filter(Boolean).join(' · '),
    run: () => show(user.email || String(user.id)),
  }))
  if (listing.total > items.length) {
    items.push({ id: 'all-found', label: `All ${listing.total} users with “${search}”`, run: () => show(search) })
  }
  return { groups: [{ label: 'Users', items }] }
}
