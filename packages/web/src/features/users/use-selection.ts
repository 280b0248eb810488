import type { User } from '@rapport/core/users/user.ts'
import { useState } from 'react'

const NONE: ReadonlyMap<User['id'], User> = new Map()

/** The selected users, kept from page to page. Other filters clear them: a user out of sight must not be deleted. */
export function useSelection(filterKey: string) {
  const [state, setState] = useState({ filterKey, selected: NONE })
  if (state.filterKey !== filterKey) setState({ filterKey, selected: NONE })

  const change = (edit: (selected: Map<User['id'], User>) => void) =>
    setState((current) => {
      // "Select all" may be answered after the filters have changed.
      if (current.filterKey !== filterKey) return current
      const selected = new Map(current.selected)
      edit(selected)
      return { filterKey, selected }
    })
  return {
    selected: state.filterKey === filterKey ? state.selected : NONE,
    select: (users: readonly User[], isSelected: boolean) =>
      change((selected) => {
        for (const user of users) {
          if (isSelected) selected.set(user.id, user)
          else selected.delete(user.id)
        }
      }),
    clear: () => change((selected) => selected.clear()),
  }
}
