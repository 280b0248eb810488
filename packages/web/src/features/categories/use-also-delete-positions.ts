import { useState } from 'react'

export const countOf = (positions: number) => (positions === 1 ? '1 position' : `${positions} positions`)

/** The choice to delete the positions of categories together with them, and how many are deleted so far. */
export function useAlsoDeletePositions() {
  const [checked, setChecked] = useState(false)
  const [deleted, setDeleted] = useState(0)
  return {
    checked,
    onCheckedChange: setChecked,
    onPositionDeleted: () => setDeleted((count) => count + 1),
    /** What is deleted although its category may be refused. */
    deletedText: deleted === 0 ? undefined : `${countOf(deleted)} ${deleted === 1 ? 'was' : 'were'} deleted.`,
    reset: () => {
      setChecked(false)
      setDeleted(0)
    },
  }
}
