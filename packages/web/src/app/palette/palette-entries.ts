/** What the palette offers. */
export interface Entry {
  id: string
  label: string
  /** Said beside the label. */
  detail?: string | undefined
  /** Further words that find it. */
  words?: string | undefined
  run: () => void
}

/** Entries of one kind. */
export interface Group {
  label: string
  items: Entry[]
}
