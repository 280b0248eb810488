import { useRef, useState } from 'react'
import { FilterTrigger } from '#ui/fields/filter-trigger.tsx'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import type { AgeFilterProps, Ages } from './age-filter-popup.tsx'

const AgeFilterPopup = lazyOverlay(async () => (await import('./age-filter-popup.tsx')).AgeFilterPopup)

/** A filter by age: from, to, and users without an age. */
export function AgeFilter(props: AgeFilterProps) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <FilterTrigger
        ref={trigger}
        label="Age"
        value={formatAges(props.value)}
        open={open}
        onClick={() => setOpen(!open)}
      />
      <AgeFilterPopup {...props} open={open} onClose={() => setOpen(false)} trigger={trigger} />
    </>
  )
}

function formatAges({ age_from: from, age_to: to, age_not_set }: Ages): string | undefined {
  const range =
    from === undefined ? to !== undefined && `under ${to + 1}` : to === undefined ? `from ${from}` : `${from}–${to}`
  return [range, age_not_set && 'not set'].filter(Boolean).join(', ') || undefined
}
