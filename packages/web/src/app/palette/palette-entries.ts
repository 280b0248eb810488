/** One result of the palette. */
export interface Entry {
  id: string
  label: string
  /** Shown beside the label. */
  detail?: string | undefined
  /** Further words that the search finds it by. */
  words?: string | undefined
  run: () => void
}

/** Entries of one kind. */
export interface Group {
  label: string
  items: Entry[]
}
