import { useState } from 'react'

const KEY = 'hiddenUserColumns'

/** Hidden columns, kept in this browser. */
export function useHiddenColumns() {
  const [hidden, setHidden] = useState(read)
  const change = (next: ReadonlySet<string>) => {
    setHidden(next)
    if (next.size === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify([...next]))
  }
  return [hidden, change] as const
}

function read(): ReadonlySet<string> {
  return new Set((localStorage.getItem(KEY) ?? '').match(/\w+/g))
}
