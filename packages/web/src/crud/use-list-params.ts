import { useEffect, useMemo, useRef } from 'react'
import { useNavigation, useSearchParams } from 'react-router-dom'
import { useDebouncedText } from '#ui/fields/use-debounced-text.ts'
import { lastPageOf, PAGE_SIZES } from '#ui/table/page-sizes.ts'

const MAX_PAGE = 1_000_000
const MAX_SEARCH = 200

/** The page, search, order and filters of a list. */
export interface ListParams<Sort extends string = string> {
  /** Counted from 1. */
  page: number
  size: number
  search: string
  /** A field of the list, with a minus before it for descending; undefined for the list's own order. */
  sort: Sort | undefined
  /** The list's further filters by name, as written in the URL. */
  filters: Readonly<Record<string, string | undefined>>
}

/** What a list allows in its URL; keep it at module scope. */
export interface ListConfig<Sort extends string> {
  /** Fields to sort by, and each with a minus before it. */
  sorts: readonly Sort[]
  filterNames: readonly string[]
}

type Change = Partial<Omit<ListParams, 'filters'>> & { filters?: ListParams['filters'] }

interface ChangeOptions {
  /** Stay on the same history entry, so that Back leaves the list; ignored once the admin is leaving the list. */
  replace?: boolean
}

type ChangeParams = (changes: Change, options?: ChangeOptions) => void

/** A list's state, kept in the URL and nowhere else. Any change but that of the page goes back to page 1. */
export function useListParams<Sort extends string>(config: ListConfig<Sort>) {
  const [searchParams, setSearchParams] = useSearchParams()
  const leaving = useNavigation().state !== 'idle'
  const params = useMemo(() => parseListParams(searchParams, config), [searchParams, config])
  // Two changes in quick succession: the second builds on the first, although that is not rendered yet.
  const latest = useRef(searchParams)
  useEffect(() => {
    latest.current = searchParams
  }, [searchParams])
  const change = (changes: Change, { replace = false }: ChangeOptions = {}) => {
    if (replace && leaving) return
    latest.current = withChanges(latest.current, changes)
    setSearchParams(latest.current, { replace, preventScrollReset: true })
  }
  return [params, change] as const
}

/** What is typed in a list's search box. It counts at once, on page 1, and goes to the URL when typing pauses. */
export function useSearchInput({ search, page }: ListParams, change: ChangeParams) {
  const [text, setText] = useDebouncedText(search, (next) => change({ search: next }, { replace: true }))
  const clear = () => {
    setText('')
    change({ search: '' })
  }
  return { search: text, page: text === search ? page : 1, setSearch: setText, clear }
}

/** Replaces a page past the end in the URL by the last one. `total` is undefined while the list loads. */
export function useClampedPage(
  { page, size, total }: { page: number; size: number; total: number | undefined },
  change: ChangeParams,
): void {
  const lastPage = total === undefined ? page : lastPageOf(total, size)
  useEffect(() => {
    if (page > lastPage) change({ page: lastPage }, { replace: true })
  })
}

/** The items of a page of a list in memory. */
export function usePageOf<Item>(
  items: readonly Item[] | undefined,
  { page, size }: { page: number; size: number },
  change: ChangeParams,
) {
  useClampedPage({ page, size, total: items?.length }, change)
  // The last page is shown even before the URL has it.
  const existing = items ? Math.min(page, lastPageOf(items.length, size)) : page
  return { page: existing, items: items?.slice((existing - 1) * size, existing * size) }
}

/** Reads a list's state; what is not allowed falls back to the default. */
export function parseListParams<Sort extends string>(
  searchParams: URLSearchParams,
  config: ListConfig<Sort>,
): ListParams<Sort> {
  const page = Number(searchParams.get('page') ?? 1)
  const size = Number(searchParams.get('size'))
  const sort = searchParams.get('sort')
  return {
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    size: PAGE_SIZES.find((allowed) => allowed === size) ?? PAGE_SIZES[0],
    search: (searchParams.get('search') ?? '').slice(0, MAX_SEARCH),
    sort: config.sorts.find((allowed) => allowed === sort),
    filters: Object.fromEntries(config.filterNames.map((name) => [name, searchParams.get(name) ?? undefined])),
  }
}

function withChanges(current: URLSearchParams, { filters, ...changes }: Change): URLSearchParams {
  const next = new URLSearchParams(current)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries({ ...changes, ...filters })) {
    if (value === undefined || isDefault(name, value)) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

function isDefault(name: string, value: string | number): boolean {
  return value === '' || (name === 'page' && value === 1) || (name === 'size' && value === PAGE_SIZES[0])
}
