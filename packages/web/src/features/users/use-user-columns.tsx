import { useMemo, useState } from 'react'
import { actionColumn, type DeleteButtonProps } from './user-cells.tsx'
import { USER_FIELDS } from './user-view.tsx'

const KEY = 'hiddenUserColumns'

const columnsOfFields = USER_FIELDS.flatMap(([, view]) => view.column ?? [])

/** The columns that an admin can hide. */
const options = columnsOfFields.flatMap(({ id, header, meta }) =>
  typeof header !== 'string' || meta?.card === 'title' ? [] : [{ id, label: header }],
)

export type ColumnChoice = ReturnType<typeof useUserColumns>['columnChoice']

/** Returns the visible columns and the choice of hidden ones, which this browser keeps. */
export function useUserColumns({ isOwn, onDelete }: DeleteButtonProps) {
  const [hidden, setHidden] = useState<readonly string[]>(() => localStorage.getItem(KEY)?.match(/\w+/g) ?? [])
  const columns = useMemo(
    () => [...columnsOfFields, actionColumn({ isOwn, onDelete })].filter(({ id }) => !hidden.includes(id)),
    [isOwn, onDelete, hidden],
  )
  const onChange = (next: readonly string[]) => {
    setHidden(next)
    localStorage.setItem(KEY, JSON.stringify(next))
  }
  return { columns, columnChoice: { options, hidden, onChange } }
}
