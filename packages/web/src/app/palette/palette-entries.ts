import { foldText } from '@rapport/core/text/fold-text.ts'
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

/** Records are searched from this many characters on. */
export const MIN_SEARCH = 2

/** The entries whose label begins with what is typed, then the others. */
export function prefixFirst(entries: readonly Entry[], typed: string): Entry[] {
  const isPrefix = ({ label }: Entry) => foldText(label).startsWith(typed)
  return [...entries.filter(isPrefix), ...entries.filter((entry) => !isPrefix(entry))]
}
