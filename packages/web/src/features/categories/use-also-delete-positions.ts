import { useState } from 'react'

export const countOf = (positions: number) => (positions === 1 ? '1 position' : `${positions} positions`)

/** State of the checkbox that also deletes positions, and the number deleted so far. */
export function useAlsoDeletePositions() {
  const [checked, setChecked] = useState(false)
  const [deleted, setDeleted] = useState(0)
  return {
    checked,
    onCheckedChange: setChecked,
    onPositionDeleted: () => setDeleted((count) => count + 1),
    /** Text about deleted positions, shown if the category is refused. */
    deletedText: deleted === 0 ? undefined : `${countOf(deleted)} ${deleted === 1 ? 'was' : 'were'} deleted.`,
    reset: () => {
      setChecked(false)
      setDeleted(0)
    },
  }
}
