import type { LucideIcon } from 'lucide-react'

/** One result of the palette. */
export interface Entry {
  id: string
  label: string
  icon: LucideIcon
  /** Shown beside the label. */
  detail?: string | undefined
  /** Further words that the search finds it by. */
  words?: string | undefined
  /** The keys that do the same. */
  keys?: string | undefined
  run: () => void
}

/** Entries of one kind. */
export interface Group {
  label: string
  items: Entry[]
}
