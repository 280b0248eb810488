import { useState } from 'react'

export const positionCountText = (positions: number) => (positions === 1 ? '1 position' : `${positions} positions`)

/** Keeps the state of the checkbox that also deletes positions, and counts the deleted ones. */
export function useAlsoDeletePositions() {
  const [checked, setChecked] = useState(false)
  const [deletedCount, setDeleted] = useState(0)
  return {
    checked,
    onCheckedChange: setChecked,
    onPositionDeleted: () => setDeleted((count) => count + 1),
    /** Message about deleted positions, shown if the server refuses to delete the category. */
    deletedMessage:
      deletedCount === 0
        ? undefined
        : `${positionCountText(deletedCount)} ${deletedCount === 1 ? 'was' : 'were'} deleted.`,
    reset: () => {
      setChecked(false)
      setDeleted(0)
    },
  }
}
