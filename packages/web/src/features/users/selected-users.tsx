import type { User } from '@rapport/core/entities/users/user.ts'
import { useRef, useState } from 'react'
import type { useSelection } from '#crud/use-selection.ts'
import { useMatchingUsers, type UserFilter, type UserListing } from '#data/users.queries.ts'
import { Button } from '#ui/primitives/button.tsx'
import { formatCount } from '#ui/primitives/display-text.ts'
import { SelectionBar } from '#ui/table/selection-bar.tsx'
import { ChangeStatusButton, type StatusChange } from './change-status.tsx'
import { useDeletionHint, useIsOwn, useOwnEmail } from './own-account.ts'
import { userCount } from './user-format.ts'

interface Props {
  filter: UserFilter
  /** This page of the matches. */
  listing: UserListing | undefined
  selection: ReturnType<typeof useSelection<User>>
  onDelete: () => void
  onChangeStatus: (change: StatusChange) => void
  onError: (text: string | undefined) => void
}

/** A bar with the number of selected users, a button that selects all matches, and what can be done with them. */
export function SelectedUsers({ filter, listing, selection, onDelete, onChangeStatus, onError }: Props) {
  const selected = [...selection.selected.values()]
  const isOwn = useIsOwn()
  const canSelect = (user: User) => !isOwn(user)
  const isOwnKnown = useOwnEmail() !== undefined
  const { users: listed = [], total = 0, totalIsMinimum = false } = listing ?? {}
  const { load, cancel, isLoading: loading } = useMatchingUsers(filter, onError)
  const [selectedAllCount, setSelectedAllCount] = useState<number>()
  const selectAllButton = useRef<HTMLButtonElement>(null)
  // Matches on other pages may include the admin's own account.
  const isOnePage = !totalIsMinimum && listed.length === total
  const isOwnListed = !listed.every(canSelect)
  const selectableCount = isOnePage ? listed.filter(canSelect).length : isOwnListed ? total - 1 : total
  const canSelectAll =
    loading || ((totalIsMinimum || selected.length < selectableCount) && selected.length !== selectedAllCount)
  return (
    <SelectionBar
      plural="users"
      selectedCount={selected.length}
      deleteLabel={`Delete ${userCount(selected.length)}`}
      onClear={selection.clear}
      onDelete={onDelete}
      deleteHint={useDeletionHint()}
      selectAllButton={
        canSelectAll && (
          <>
            {/* The button stays while loading, so that a double click does not hit Cancel. */}
            <Button
              ref={selectAllButton}
              variant="ghost"
              busy={loading}
              onClick={() =>
                load((users) => {
                  const others = users.filter(canSelect)
                  selection.select(others, true)
                  setSelectedAllCount(others.length)
                })
              }
            >
              {`Select all ${formatCount(selectableCount, totalIsMinimum)}${isOwnKnown && !isOnePage && !isOwnListed ? ' except you' : ''}`}
            </Button>
            {loading && (
              <Button
                variant="ghost"
                onClick={() => {
                  cancel()
                  // This button disappears, so another one gets the focus.
                  selectAllButton.current?.focus()
                }}
              >
                Cancel
              </Button>
            )}
          </>
        )
      }
    >
      <ChangeStatusButton action="suspend" users={selected} onClick={onChangeStatus} />
      <ChangeStatusButton action="reactivate" users={selected} onClick={onChangeStatus} />
    </SelectionBar>
  )
}
