import { useState } from 'react'

const KEY = 'hiddenUserColumns'

/** Hidden columns, kept in this browser. */
export function useHiddenColumns() {
  const [hiddenColumns, setHiddenColumns] = useState(readHiddenColumns)
  const change = (next: ReadonlySet<string>) => {
    setHiddenColumns(next)
    if (next.size === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify([...next]))
  }
  return [hiddenColumns, change] as const
}

function readHiddenColumns(): ReadonlySet<string> {
  return new Set((localStorage.getItem(KEY) ?? '').match(/\w+/g))
}
