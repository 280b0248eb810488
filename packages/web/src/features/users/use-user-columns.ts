import { useMemo, useState } from 'react'
import type { ColumnChoice } from '#ui/table/column-choices.tsx'
import { optionalColumns, userColumns, type DeleteButtonProps } from './users-columns.tsx'

const KEY = 'hiddenUserColumns'

/** Returns the visible columns and the choice of hidden ones, which this browser keeps. */
export function useUserColumns({ isOwn, onDelete }: DeleteButtonProps) {
  const [hidden, setHidden] = useState(readHiddenColumns)
  const allColumns = useMemo(() => userColumns({ isOwn, onDelete }), [isOwn, onDelete])
  const columns = useMemo(
    () => allColumns.filter(({ id }) => id === undefined || !hidden.has(id)),
    [allColumns, hidden],
  )
  const onChange = (next: ReadonlySet<string>) => {
    setHidden(next)
    if (next.size === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify([...next]))
  }
  const columnChoice: ColumnChoice = { options: optionalColumns(allColumns), hidden, onChange }
  return { columns, columnChoice }
}

function readHiddenColumns(): ReadonlySet<string> {
  return new Set((localStorage.getItem(KEY) ?? '').match(/\w+/g))
}
