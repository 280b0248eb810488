import type { User } from '@rapport/core/entities/users/user.ts'
import { type KeyboardEvent, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type UserListing, useUserList } from '#data/users.queries.ts'
import { formatCount } from '#ui/primitives/display-text.ts'
import { countPages } from '#ui/table/pagination.tsx'

const PARAM = 'user'
const NONE: readonly User[] = []

interface DrawerInput {
  listing: UserListing | undefined
  /** Whether `listing` is still that of another page. */
  isStale: boolean
  page: number
  size: number
  readPage: (page: number) => Promise<readonly User[]>
}

/** Controls the drawer of a user beside the list. The id is in the URL, so that Back closes the drawer. */
export function useUserDrawer({ listing, isStale, page, size, readPage }: DrawerInput) {
  const [params, setParams] = useSearchParams()
  const openId = params.get(PARAM) ?? undefined
  const isOpen = ({ id }: User) => String(id) === openId
  const rows = listing?.users ?? NONE
  const index = rows.findIndex(isOpen)
  const isMissing = openId !== undefined && listing !== undefined && index === -1
  const query = useMemo(() => ({ id: openId ?? '', page: 1, page_size: 1 }), [openId])
  const userList = useUserList(query, { enabled: isMissing })

  const open = (user: User | undefined, onPage?: number) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (user) next.set(PARAM, String(user.id))
        else next.delete(PARAM)
        if (onPage === 1) next.delete('page')
        else if (onPage !== undefined) next.set('page', String(onPage))
        return next
      },
      // Stepping between users adds no history entry.
      { replace: openId !== undefined, preventScrollReset: true },
    )
  const stepTo = (row: number) => {
    const user = rows[row]
    if (index === -1) return undefined
    if (user) return () => open(user)
    const adjacentPage = row < 0 ? page - 1 : page + 1
    if (!listing || adjacentPage < 1 || adjacentPage > countPages(listing.total, size)) return undefined
    const openAdjacent = async () => {
      const users = await readPage(adjacentPage).catch(() => NONE)
      // If the page failed to load, the drawer closes.
      open(users.at(row < 0 ? -1 : 0), adjacentPage)
    }
    return () => void openAdjacent()
  }
  const onPrevious = stepTo(index - 1)
  const onNext = stepTo(index + 1)
  const stepByArrows = (event: KeyboardEvent) => {
    const onStep = { ArrowUp: onPrevious, ArrowDown: onNext }[event.key]
    if (!onStep || (event.target instanceof Element && event.target.matches('select'))) return
    event.preventDefault()
    onStep()
  }
  return {
    openId,
    open,
    closeIfOpen: (user: User) => {
      if (isOpen(user)) open(undefined)
    },
    stepByArrows,
    drawer: {
      open: openId !== undefined,
      onClose: () => open(undefined),
      /** Undefined while the user loads, and if there is none. */
      user: rows[index] ?? userList.listing?.users.find(isOpen),
      isLoading: isMissing ? userList.query.isFetching : listing === undefined,
      query: userList.query,
      /** Position in the list, such as `4 of 249`; undefined if not on the current page. */
      ordinal:
        listing && index !== -1 && !isStale
          ? `${(page - 1) * size + index + 1} of ${formatCount(listing.total, listing.totalIsMinimum)}`
          : undefined,
      onPrevious,
      onNext,
      // Base UI's dialog stops arrow keys from bubbling to the list.
      onKeyDown: stepByArrows,
    },
  }
}
