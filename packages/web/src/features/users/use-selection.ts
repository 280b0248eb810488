import type { User } from '@rapport/core/users/user.ts'
import { useState } from 'react'

export type Selected = ReadonlyMap<User['id'], User>

const NOBODY: Selected = new Map()

/** The picked users. What is picked stays from page to page, and goes when the filters change: nobody is picked unseen. */
export function useSelection(filterKey: string) {
  const [state, setState] = useState({ filterKey, selected: NOBODY })
  if (state.filterKey !== filterKey) setState({ filterKey, selected: NOBODY })

  const change = (edit: (selected: Map<User['id'], User>) => void) =>
    setState((current) => {
      // What comes late, as "select all" of many pages may, is not for another list.
      if (current.filterKey !== filterKey) return current
      const selected = new Map(current.selected)
      edit(selected)
      return { filterKey, selected }
    })
  return {
    selected: state.filterKey === filterKey ? state.selected : NOBODY,
    set: (users: readonly User[], picked: boolean) =>
      change((selected) => {
        for (const user of users) {
          if (picked) selected.set(user.id, user)
          else selected.delete(user.id)
        }
      }),
    clear: () => change((selected) => selected.clear()),
  }
}
