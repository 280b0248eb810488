import type { User } from '@rapport/core/entities/users/user.ts'
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useUserList, type UserListing } from '#data/users-queries.ts'
import { countText } from '#ui/table/count-text.ts'
import { lastPageOf } from '#ui/table/page-sizes.ts'

const NAME = 'user'
const NONE: readonly User[] = []

interface Page {
  listing: UserListing | undefined
  /** The listing is that of another page while this one is being loaded. */
  stale: boolean
  page: number
  size: number
  onPage: (page: number) => void
}

/** The step beyond an end of the page, to the first or the last user of a page that may have to be loaded. */
interface StepBeyond {
  page: number
  at: 0 | -1
  from: string | undefined
}

/** The user whose details are open, beside the page of the list that is shown. The id is in the URL: Back closes them. */
export function useUserDetails({ listing, stale, page, size, onPage }: Page) {
  const [params, setParams] = useSearchParams()
  const openId = params.get(NAME) ?? undefined
  const isOpen = ({ id }: User) => String(id) === openId
  const rows = listing?.users ?? NONE
  const [step, setStep] = useState<StepBeyond>()
  const isStepping = step !== undefined && step.from === openId
  const arrived = isStepping && step.page === page && !stale ? rows.at(step.at) : undefined
  const index = arrived ? rows.indexOf(arrived) : rows.findIndex(isOpen)
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
  const open = (user: User | undefined) => {
    setStep(undefined)
    show(user)
  }
  useEffect(() => {
    if (arrived) show(arrived)
  })

  const stepTo = (user: User | undefined, beyond: StepBeyond) => {
    if (index === -1) return undefined
    if (user) return () => open(user)
    if (!listing || beyond.page < 1 || beyond.page > lastPageOf(listing.total, size)) return undefined
    return () => {
      if (isStepping) return
      setStep(beyond)
      onPage(beyond.page)
    }
  }
  const onPrevious = stepTo(rows[index - 1], { page: page - 1, at: -1, from: openId })
  const onNext = stepTo(rows[index + 1], { page: page + 1, at: 0, from: openId })
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
      user: rows[index] ?? asked.listing?.users.find(isOpen),
      isLoading: isAskedFor ? asked.retrying : listing === undefined,
      error: asked.error,
      onRetry: () => void asked.retry(),
      place:
        listing && index !== -1 && !stale
          ? `${(page - 1) * size + index + 1} of ${countText(listing.total, listing.totalIsMinimum)}`
          : undefined,
      onPrevious,
      onNext,
      // The drawer keeps its keys from what it stands in.
      onKeyDown: stepByArrows,
    },
  }
}
