import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Entity, Id } from '@rapport/core/entities/entity.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import { fullName } from '@rapport/core/entities/users/user.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { categoriesQuery, positionsQuery, productsQuery } from '#data/catalogue.queries.ts'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { searchRecords } from '#data/search-records.ts'
import { useSearchPace, useUserList } from '#data/users.queries.ts'
import { paths } from '#platform/paths.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { formatCount, orNotSet } from '#ui/primitives/display-text.ts'
import { type Entry, type Group, MIN_SEARCH, prefixFirst } from './palette-entries.ts'

/** The maximum number of records shown of each kind. */
const MAX_SHOWN = 5
/** The number of matching users from which the best are shown. */
const RANKED_USERS = 50

interface RecordSearch {
  groups: Group[]
  /** Whether a search is running. */
  isSearching?: boolean
  /** Error message of lists that failed to load. */
  errorMessage?: string | undefined
}

const NOTHING: RecordSearch = { groups: [] }
const SEARCHING: RecordSearch = { groups: [], isSearching: true }

/** Finds records by kind. Shows users first and the others only once users have loaded, so that no entry moves. */
export function useFoundRecords(text: string, settled: string): RecordSearch {
  const isLongEnough = text.trim().length >= MIN_SEARCH
  const catalogue = useCatalogueSearch(text.trim(), isLongEnough)
  const users = useUserSearch(text, settled)
  if (!isLongEnough) return NOTHING
  if (catalogue.isSearching || users.isSearching) return SEARCHING
  return {
    groups: [...users.groups, ...catalogue.groups],
    errorMessage: [users.errorMessage, catalogue.errorMessage].filter(Boolean).join(' ') || undefined,
  }
}

/** Finds categories, positions and products. */
function useCatalogueSearch(searchText: string, enabled: boolean): RecordSearch {
  const navigate = useNavigate()
  const categories = useQuery({ ...categoriesQuery, enabled })
  const positions = useQuery({ ...positionsQuery, enabled })
  const products = useQuery({ ...productsQuery, enabled })
  if ([categories, positions, products].some(({ isPending }) => isPending)) return SEARCHING

  const open = (path: string) => ({ id: path, run: () => void navigate(path) })
  const allMatching = (path: string, noun: string) => (count: number) => ({
    icon: Search,
    isUnmarked: true,
    label: `All ${count} ${noun} matching “${searchText}”`,
    ...open(`${path}?search=${encodeURIComponent(searchText)}`),
  })
  const categoryNames = new Map(categories.data?.map(({ id, category_name }) => [String(id), category_name]))
  // The products list has no search that the link could open.
  const allProducts = () => ({
    icon: RECORD_KINDS.product.icon,
    isUnmarked: true,
    label: 'All subscription plans',
    ...open(paths.subscription),
  })
  const groups = [
    {
      label: 'Categories',
      items: matchesIn(
        categoryEntity,
        categories.data,
        searchText,
        allMatching(paths.categories, 'categories'),
        (category) => ({
          icon: RECORD_KINDS.category.icon,
          label: orNotSet(category.category_name),
          ...open(RECORD_KINDS.category.recordPath(category.id)),
        }),
      ),
    },
    {
      label: 'Positions',
      items: matchesIn(
        positionEntity,
        positions.data,
        searchText,
        allMatching(paths.positions, 'positions'),
        (position) => ({
          icon: RECORD_KINDS.position.icon,
          label: orNotSet(position.subcategory_name),
          detail: orNotSet(categoryNames.get(String(position.category_id)) ?? position.category?.category_name),
          ...open(RECORD_KINDS.position.recordPath(position.id)),
        }),
      ),
    },
    {
      label: 'Subscription Plans',
      items: matchesIn(productEntity, products.data, searchText, allProducts, ({ id, name, product_id }) => ({
        icon: RECORD_KINDS.product.icon,
        label: orNotSet(name),
        detail: product_id,
        ...open(RECORD_KINDS.product.recordPath(id)),
      })),
    },
  ]
  const errorMessages = [
    loadErrorMessage(categories, 'listCategories'),
    loadErrorMessage(positions, 'listPositions'),
    loadErrorMessage(products, 'listProducts'),
  ]
  return { groups, errorMessage: errorMessages.filter(Boolean).join(' ') || undefined }
}

/** Returns the best matches, and a link to all if there are more. */
function matchesIn<Item extends { id: Id }>(
  entity: Pick<Entity, 'searchFields'>,
  items: readonly Item[] = [],
  searchText: string,
  linkToAll: (count: number) => Entry,
  toEntry: (item: Item) => Entry,
): Entry[] {
  const matches = prefixFirst(searchRecords(entity, items, searchText).map(toEntry), foldText(searchText))
  if (matches.length <= MAX_SHOWN) return matches
  return [...matches.slice(0, MAX_SHOWN), linkToAll(matches.length)]
}

function loadErrorMessage({ data, error }: UseQueryResult, operation: MessageKey): string | undefined {
  return error && data === undefined ? errorText(operation, error) : undefined
}

/** Finds users. Asks a server with `paging` when typing pauses; otherwise searches in memory at each keystroke. */
function useUserSearch(text: string, settled: string): RecordSearch {
  const navigate = useNavigate()
  const search = useSearchPace({ typed: useDeferredValue(text), paused: settled }).trim()
  const enabled = search.length >= MIN_SEARCH
  const pageQuery = useMemo(() => ({ page: 1, page_size: RANKED_USERS, search }), [search])
  const { listing, isPaged, isStale: stale, query } = useUserList(pageQuery, { enabled })
  // Enter must not choose a result of an earlier search.
  if (isPaged && search !== text.trim()) return SEARCHING
  if (!enabled) return NOTHING
  if (query.error) return { groups: [], errorMessage: errorText('listUsers', query.error) }
  if (!listing || stale) return SEARCHING
  const list = `${paths.users}?range=all&search=${encodeURIComponent(search)}`
  const matches = listing.users.map((user): Entry => ({
    id: `user-${user.id}`,
    icon: RECORD_KINDS.user.icon,
    person: fullName(user) ?? '',
    label: fullName(user) ?? (user.email || `User ${user.id}`),
    // The id comes first, because a long email is cut.
    detail: [`id ${user.id}`, fullName(user) && user.email].filter(Boolean).join(' · '),
    run: () => void navigate(`${list}&user=${encodeURIComponent(user.id)}`),
  }))
  const items = prefixFirst(matches, foldText(search)).slice(0, MAX_SHOWN)
  if (listing.total > items.length) {
    const count = formatCount(listing.total, listing.totalIsMinimum)
    items.push({
      id: 'all-found',
      icon: Search,
      isUnmarked: true,
      label: `All ${count} users matching “${search}”`,
      run: () => void navigate(list),
    })
  }
  return { groups: [{ label: 'Users', items }] }
}
