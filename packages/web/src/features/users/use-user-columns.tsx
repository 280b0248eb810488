import { useMemo, useState } from 'react'
import type { ColumnChoice } from '#ui/table/column-choices.tsx'
import { actionColumn, type DeleteButtonProps } from './user-cells.tsx'
import { USER_FIELDS } from './user-view.tsx'

const KEY = 'hiddenUserColumns'

const columnsOfFields = USER_FIELDS.flatMap(([, view]) => view.column ?? [])

/** The columns that an admin can hide. */
const options: ColumnChoice['options'] = columnsOfFields.flatMap(({ id, header, card }) =>
  typeof header !== 'string' || card === 'title' ? [] : [{ id, label: header }],
)

/** Returns the visible columns and the choice of hidden ones, which this browser keeps. */
export function useUserColumns({ isOwn, onDelete }: DeleteButtonProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set((localStorage.getItem(KEY) ?? '').match(/\w+/g)),
  )
  const columns = useMemo(
    () => [...columnsOfFields, actionColumn({ isOwn, onDelete })].filter(({ id }) => !hidden.has(id)),
    [isOwn, onDelete, hidden],
  )
  const onChange = (next: ReadonlySet<string>) => {
    setHidden(next)
    if (next.size === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify([...next]))
  }
  return { columns, columnChoice: { options, hidden, onChange } }
}
