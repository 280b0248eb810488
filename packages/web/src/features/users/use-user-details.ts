import type { User } from '@rapport/core/entities/users/user.ts'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useUserList, type UserListing } from '#data/users.queries.ts'
import { countText } from '#ui/table/count-text.ts'
import { lastPageOf } from '#ui/table/page-sizes.ts'

const NAME = 'user'
const NONE: readonly User[] = []

interface Page {
  listing: UserListing | undefined
  /** Whether `listing` is still that of another page. */
  stale: boolean
  page: number
  size: number
  readPage: (page: number) => Promise<readonly User[]>
}

/** Controls the details beside the list. The id is in the URL, so that Back closes them. */
export function useUserDetails({ listing, stale, page, size, readPage }: Page) {
  const [params, setParams] = useSearchParams()
  const openId = params.get(NAME) ?? undefined
  const latest = useRef(openId)
  useEffect(() => {
    latest.current = openId
  })
  const isOpen = ({ id }: User) => String(id) === openId
  const rows = listing?.users ?? NONE
  const index = rows.findIndex(isOpen)
  const isMissing = openId !== undefined && listing !== undefined && index === -1
  const query = useMemo(() => ({ id: openId ?? '', page: 1, page_size: 1 }), [openId])
  const fetched = useUserList(query, { enabled: isMissing })

  const open = (user: User | undefined, onPage?: number) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (user) next.set(NAME, String(user.id))
        else next.delete(NAME)
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
    const beyond = row < 0 ? page - 1 : page + 1
    if (!listing || beyond < 1 || beyond > lastPageOf(listing.total, size)) return undefined
    const go = async () => {
      const users = await readPage(beyond).catch(() => NONE)
      // Keeps what was opened or closed in the meantime. If the page failed to load, the details close.
      if (latest.current === openId) open(users.at(row < 0 ? -1 : 0), beyond)
    }
    return () => void go()
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
      user: rows[index] ?? fetched.listing?.users.find(isOpen),
      isLoading: isMissing ? fetched.query.isFetching : listing === undefined,
      query: fetched.query,
      place:
        listing && index !== -1 && !stale
          ? `${(page - 1) * size + index + 1} of ${countText(listing.total, listing.totalIsMinimum)}`
          : undefined,
      onPrevious,
      onNext,
      // Base UI's dialog stops arrow keys from bubbling to the list.
      onKeyDown: stepByArrows,
    },
  }
}
