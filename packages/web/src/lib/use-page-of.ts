import { useEffect } from 'react'

interface PageOptions {
  /** Counted from 1. */
  page: number
  size: number
  /** Called with the last page when the list ends before the asked one. */
  onLastPage: (page: number) => void
}

/** The part of a list that a page shows; undefined as long as the list is. */
export function usePageOf<Item>(items: readonly Item[] | undefined, { page, size, onLastPage }: PageOptions) {
  const lastPage = items && Math.max(1, Math.ceil(items.length / size))
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) onLastPage(lastPage)
  })
  return items?.slice((page - 1) * size, page * size)
}
