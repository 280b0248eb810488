import type { EntityName } from '@rapport/core/api/operations.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { fullName } from '@rapport/core/entities/users/user.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { useQueries } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { recordsQuery } from '#data/records.ts'
import { searchRecords } from '#data/search-records.ts'
import { useSearchPace, useUserList } from '#data/users.queries.ts'
import { paths } from '#platform/paths.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { Avatar } from '#ui/primitives/avatar.tsx'
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
function useCatalogueSearch(search: string, enabled: boolean): RecordSearch {
  const toGroup = useToGroup(search)
  const lists = useQueries({ queries: CATALOGUE.map((entity) => ({ ...recordsQuery(entity), enabled })) })
  if (lists.some(({ isPending }) => isPending)) return SEARCHING
  const categoryNames = new Map(lists[0]?.data?.map(({ id, category_name }) => [String(id), valueText(category_name)]))
  const groups = CATALOGUE.map((entity, index) => {
    const { icon: Icon, recordPath } = RECORD_KINDS[entity.singular]
    const [nameField = ''] = entity.searchFields
    const matches = searchRecords(entity, lists[index]?.data ?? [], search).map((record) => {
      const details: Partial<Record<EntityName, string | undefined>> = {
        position: categoryNames.get(String(record['category_id'])),
        product: valueText(record['product_id']),
      }
      return {
        icon: <Icon />,
        label: orNotSet(valueText(record[nameField])),
        detail: details[entity.singular],
        path: recordPath(record.id),
      }
    })
    return toGroup(entity.singular, matches)
  })
  const errorMessages = CATALOGUE.flatMap(({ operations }, index) => {
    const { data, error } = lists[index] ?? {}
    return error && data === undefined ? [errorText(operations.list, error)] : []
  })
  return { groups, errorMessage: errorMessages.join(' ') || undefined }
}

/** Finds users. Asks a server with `paging` when typing pauses; otherwise searches in memory at each keystroke. */
function useUserSearch(text: string, settled: string): RecordSearch {
  const search = useSearchPace({ typed: useDeferredValue(text), paused: settled }).trim()
  const toGroup = useToGroup(search)
  const enabled = search.length >= MIN_SEARCH
  const pageQuery = useMemo(() => ({ page: 1, page_size: RANKED_USERS, search }), [search])
  const { listing, isPaged, isStale: stale, query } = useUserList(pageQuery, { enabled })
  // Enter must not choose a result of an earlier search.
  if (isPaged && search !== text.trim()) return SEARCHING
  if (!enabled) return NOTHING
  if (query.error) return { groups: [], errorMessage: errorText('listUsers', query.error) }
  if (!listing || stale) return SEARCHING
  const matches = listing.users.map((user) => ({
    icon: <Avatar name={fullName(user) ?? ''} />,
    label: fullName(user) ?? (user.email || `User ${user.id}`),
    // The id comes first, because a long email is cut.
    detail: [`id ${user.id}`, fullName(user) && user.email].filter(Boolean).join(' · '),
    path: `${paths.users}?range=all&search=${encodeURIComponent(search)}&user=${encodeURIComponent(user.id)}`,
  }))
  return { groups: [toGroup('user', matches, listing.total, listing.totalIsMinimum)] }
}

/** Returns a function that makes a group of the best matches of a kind, with a link to all if there are more. */
function useToGroup(search: string) {
  const navigate = useNavigate()
  const open = (path: string) => ({ id: path, run: () => void navigate(path) })
  return (
    kind: EntityName,
    matches: readonly (Omit<Entry, 'id' | 'run'> & { path: string })[],
    total = matches.length,
    totalIsMinimum = false,
  ): Group => {
    const { plural: label, listPath } = RECORD_KINDS[kind]
    const items = prefixFirst(
      matches.map(({ path, ...entry }) => ({ ...entry, ...open(path) })),
      search,
    ).slice(0, MAX_SHOWN)
    const range = kind === 'user' ? 'range=all&' : ''
    const list = `${listPath}?${range}search=${encodeURIComponent(search)}`
    // The list of products has no search that the link could open.
    const all =
      kind === 'product'
        ? 'All subscription plans'
        : `All ${formatCount(total, totalIsMinimum)} ${label.toLowerCase()} matching “${search}”`
    if (total > items.length) items.push({ icon: <Search />, isUnmarked: true, label: all, ...open(list) })
    return { label, items }
  }
}
