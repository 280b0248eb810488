import { orNotSet } from '#ui/primitives/display-text.ts'

interface RecordFilter<Item> {
  /** Empty for all records. */
  selected: readonly string[]
  valueOf: (record: Item) => string
}

/** Filters records, and returns a filter's options with the number of records with each that match the other filters. */
export function filterRecords<Item, Name extends string>(
  records: readonly Item[] | undefined,
  filters: Readonly<Record<Name, RecordFilter<Item>>>,
) {
  const matching = (exceptFor?: Name) =>
    records?.filter((record) =>
      Object.entries<RecordFilter<Item>>(filters).every(
        ([name, { selected, valueOf }]) =>
          name === exceptFor || selected.length === 0 || selected.includes(valueOf(record)),
      ),
    )
  const options = (name: Name, labels: Iterable<readonly [value: string, label: string]>) => {
    const matches = Map.groupBy(matching(name) ?? [], filters[name].valueOf)
    return [...labels].map(([value, label]) => ({
      value,
      label: orNotSet(label),
      count: records && (matches.get(value)?.length ?? 0),
    }))
  }
  return { matches: matching(), options }
}
