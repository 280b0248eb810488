import { foldText, parseSearch } from '@rapport/core/text/fold-text.ts'
import type { ReactNode } from 'react'

export interface Entry {
  id: string
  label: string
  /** An icon, or the avatar of a person. */
  icon: ReactNode
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
export function prefixFirst(entries: readonly Entry[], search: string): Entry[] {
  const typed = foldText(search)
  const ranks = Map.groupBy(entries, ({ label }) => {
    const text = foldText(label)
    if (text.startsWith(typed)) return 0
    return [' ', '-'].some((end) => text.includes(end + typed)) ? 1 : 2
  })
  return ([0, 1, 2] as const).flatMap((rank) => ranks.get(rank) ?? [])
}

/** Splits a text where the words of a search begin and end. */
export function splitAtWords(text: string, search: string): { start: number; part: string; isMarked: boolean }[] {
  const characters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
  const folded = characters.map((character) => foldText(character) || ' ')
  // The character that each unit of the folded text comes from: ß is folded to two.
  const origins = folded.flatMap((part, index) => Array.from({ length: part.length }, () => index))
  const marked = new Set(
    parseSearch(search).words.flatMap((word) => {
      const start = folded.join('').indexOf(word)
      return start === -1 ? [] : origins.slice(start, start + word.length)
    }),
  )
  const parts: ReturnType<typeof splitAtWords> = []
  for (const [start, part] of characters.entries()) {
    const last = parts.at(-1)
    if (last?.isMarked === marked.has(start)) last.part += part
    else parts.push({ start, part, isMarked: marked.has(start) })
  }
  return parts
}
