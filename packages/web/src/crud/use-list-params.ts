import { useEffect, useMemo, useRef } from 'react'
import { useNavigation, useSearchParams } from 'react-router-dom'
import { useDebouncedText } from '#ui/fields/use-debounced-text.ts'
import { countPages, PAGE_SIZES } from '#ui/table/pagination.tsx'

const MAX_PAGE = 1_000_000
const MAX_SEARCH = 200

export interface ListParams<Sort extends string = string> {
  /** Starts at 1. */
  page: number
  size: number
  search: string
  /** Field to sort by, with a minus for descending; undefined for the default order. */
  sort: Sort | undefined
  /** The values of other filters by name, as in the URL; several are repeated parameters. */
  filters: Readonly<Record<string, readonly string[]>>
}

/** Allowed values in a list's URL. Keep it at module scope. */
export interface ListConfig<Sort extends string> {
  /** Allowed values of `sort`, including those with a minus. */
  sorts: readonly Sort[]
  filterNames: readonly string[]
}

export type FilterChange = Readonly<Record<string, readonly string[] | string | undefined>>

type Change = Partial<Omit<ListParams, 'filters'>> & { filters?: FilterChange }

interface ChangeOptions {
  /** Whether to replace the history entry instead of adding one. Such a change is dropped while another page loads. */
  replace?: boolean
}

type ChangeParams = (changes: Change, options?: ChangeOptions) => void

/** Keeps a list's state in the URL only. Changing anything but the page returns to page 1. */
export function useListParams<Sort extends string>(config: ListConfig<Sort>) {
  const [searchParams, setSearchParams] = useSearchParams()
  const isLeaving = useNavigation().state !== 'idle'
  const params = useMemo(() => parseListParams(searchParams, config), [searchParams, config])
  // Two changes may come before the next render, and the second must not undo the first.
  const latestParams = useRef(searchParams)
  useEffect(() => {
    latestParams.current = searchParams
  }, [searchParams])
  const change = (changes: Change, { replace = false }: ChangeOptions = {}) => {
    if (replace && isLeaving) return
    latestParams.current = withChanges(latestParams.current, changes)
    setSearchParams(latestParams.current, { replace, preventScrollReset: true })
  }
  return [params, change] as const
}

/** Searches at once, on page 1, and writes the text to the URL when typing pauses or the page changes. */
export function useSearchInput({ search, page }: ListParams, change: ChangeParams) {
  const [text, setText] = useDebouncedText(search, (next) => change({ search: next }, { replace: true }))
  const clear = (filters: FilterChange = {}) => {
    setText('')
    change({ search: '', filters })
  }
  // Writes the search too, because changing it later would return to page 1.
  const changePage = (paging: Pick<Change, 'page' | 'size'>) => change({ search: text, ...paging })
  const field = { value: text, onChange: setText }
  return { search: text, page: text === search ? page : 1, field, clear, changePage }
}

/** Replaces a page beyond the last one in the URL. Waits while `total` is undefined. */
export function useClampedPage(
  { page, size, total }: { page: number; size: number; total: number | undefined },
  change: ChangeParams,
): void {
  const lastPage = total === undefined ? page : countPages(total, size)
  useEffect(() => {
    if (page > lastPage) change({ page: lastPage }, { replace: true })
  })
}

export function useCurrentPage<Item>(
  items: readonly Item[] | undefined,
  { page, size }: { page: number; size: number },
  change: ChangeParams,
) {
  useClampedPage({ page, size, total: items?.length }, change)
  // Shows the last page even before the URL is corrected.
  const currentPage = items ? Math.min(page, countPages(items.length, size)) : page
  return { page: currentPage, items: items?.slice((currentPage - 1) * size, currentPage * size) }
}

/** Parses a list's state; invalid values fall back to defaults. */
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
    filters: Object.fromEntries(
      config.filterNames.map((name) => [name, [...new Set(searchParams.getAll(name).filter(Boolean))]]),
    ),
  }
}

function withChanges(current: URLSearchParams, { filters, ...changes }: Change): URLSearchParams {
  const next = new URLSearchParams(current)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries({ ...changes, ...filters })) {
    const values = [value ?? []].flat().filter((one) => !isDefault(name, one))
    if (values.length === 0) next.delete(name)
    for (const [index, one] of values.entries()) next[index === 0 ? 'set' : 'append'](name, String(one))
  }
  return next
}

function isDefault(name: string, value: string | number): boolean {
  return value === '' || (name === 'page' && value === 1) || (name === 'size' && value === PAGE_SIZES[0])
}
