import { useState } from 'react'

/** Keeps selected records across pages. Other filters clear them, because hidden records must not be deleted. */
export function useSelection<Item extends { id: string | number }>(filterKey: string) {
  const [emptySelection] = useState<ReadonlyMap<Item['id'], Item>>(new Map())
  const [state, setState] = useState({ filterKey, selected: emptySelection })
  if (state.filterKey !== filterKey) setState({ filterKey, selected: emptySelection })

  const change = (edit: (selected: Map<Item['id'], Item>) => void) =>
    setState((current) => {
      // "Select all" may resolve after the filters have changed.
      if (current.filterKey !== filterKey) return current
      const selected = new Map(current.selected)
      edit(selected)
      return { filterKey, selected }
    })
  return {
    selected: state.filterKey === filterKey ? state.selected : emptySelection,
    select: (records: readonly Item[], isSelected: boolean) =>
      change((selected) => {
        for (const record of records) {
          if (isSelected) selected.set(record.id, record)
          else selected.delete(record.id)
        }
      }),
    clear: () => change((selected) => selected.clear()),
  }
}
