import { foldText } from '@rapport/core/text/fold-text.ts'
import type { LucideIcon } from 'lucide-react'

export interface Entry {
  id: string
  label: string
  icon: LucideIcon
  /** Name of the person, whose initials replace the icon; empty for a person without a name. */
  person?: string
  /** Whether the label is not part of the search, so that no match is marked in it. */
  isUnmarked?: boolean
  /** Text beside the label. */
  detail?: string | undefined
  /** Additional search terms. */
  keywords?: string | undefined
  /** Equivalent shortcut. */
  keys?: string | undefined
  run: () => void
}

/** Entries of one kind, under a heading. */
export interface Group {
  label: string
  items: Entry[]
}

/** The minimum length of a search for records. */
export const MIN_SEARCH = 2

/** Sorts entries by match: first labels that begin with the typed text, then those with a word that does. */
export function prefixFirst(entries: readonly Entry[], typed: string): Entry[] {
  const ranks = Map.groupBy(entries, ({ label }) => {
    const text = foldText(label)
    if (text.startsWith(typed)) return 0
    return [' ', '-'].some((end) => text.includes(end + typed)) ? 1 : 2
  })
  return ([0, 1, 2] as const).flatMap((rank) => ranks.get(rank) ?? [])
}
