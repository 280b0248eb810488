import type { User } from '@rapport/core/users/user.ts'
import { useMemo, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useUserList, type UserListing } from '#data/users-queries.ts'
import { countText } from '#ui/table/count-text.ts'

const NAME = 'user'
const NONE: readonly User[] = []

interface Page {
  listing: UserListing | undefined
  page: number
  size: number
}

/** The user whose details are open, beside the page of the list that is shown. The id is in the URL: Back closes them. */
export function useUserDetails({ listing, page, size }: Page) {
  const [params, setParams] = useSearchParams()
  const openId = params.get(NAME) ?? undefined
  const isOpen = ({ id }: User) => String(id) === openId
  const rows = listing?.users ?? NONE
  const index = rows.findIndex(isOpen)
  const isAskedFor = openId !== undefined && listing !== undefined && index === -1
  const query = useMemo(() => ({ id: openId ?? '', page: 1, page_size: 1 }), [openId])
  const asked = useUserList(query, { enabled: isAskedFor })

  const show = (user: User | undefined) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (user) next.set(NAME, String(user.id))
        else next.delete(NAME)
        return next
      },
      // Going from one user to the next is no step of its own for Back.
      { replace: openId !== undefined, preventScrollReset: true },
    )
  const stepTo = (user: User | undefined) => user && (() => show(user))
  const onPrevious = stepTo(rows[index - 1])
  const onNext = index === -1 ? undefined : stepTo(rows[index + 1])
  const stepByArrows = (event: KeyboardEvent) => {
    const step = { ArrowUp: onPrevious, ArrowDown: onNext }[event.key]
    if (!step || (event.target instanceof Element && event.target.matches('select'))) return
    event.preventDefault()
    step()
  }
  return {
    openId,
    open: show,
    closeIfOpen: (user: User) => {
      if (isOpen(user)) show(undefined)
    },
    stepByArrows,
    drawer: {
      open: openId !== undefined,
      onClose: () => show(undefined),
      user: rows[index] ?? asked.listing?.users.find(isOpen),
      isLoading: isAskedFor ? asked.retrying : listing === undefined,
      error: asked.error,
      onRetry: () => void asked.retry(),
      place:
        listing && index !== -1
          ? `${(page - 1) * size + index + 1} of ${countText(listing.total, listing.totalIsMinimum)}`
          : undefined,
      onPrevious,
      onNext,
      // The drawer keeps its keys from what it stands in.
      onKeyDown: stepByArrows,
    },
  }
}
