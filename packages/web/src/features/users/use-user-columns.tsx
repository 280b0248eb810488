import type { User } from '@rapport/core/entities/users/user.ts'
import { useMemo, useState } from 'react'
import type { ColumnChoice } from '#ui/table/column-choices.tsx'
import { createColumns } from '#ui/table/data-table.tsx'
import { DeleteButton, type DeleteButtonProps } from './user-cells.tsx'
import { USER_FIELDS } from './user-view.tsx'

const KEY = 'hiddenUserColumns'

const columnsOfFields = USER_FIELDS.flatMap(([, view]) => view.column ?? [])

/** The columns that an admin can hide. */
const options: ColumnChoice['options'] = columnsOfFields.flatMap(({ id, header, meta }) =>
  id === undefined || typeof header !== 'string' || meta?.card === 'title' ? [] : [{ id, label: header }],
)

/** Returns the visible columns and the choice of hidden ones, which this browser keeps. */
export function useUserColumns({ isOwn, onDelete }: DeleteButtonProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set((localStorage.getItem(KEY) ?? '').match(/\w+/g)),
  )
  const columns = useMemo(() => {
    const actions = createColumns<User>().display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row }) => <DeleteButton user={row.original} isOwn={isOwn} onDelete={onDelete} />,
      meta: { card: 'action', width: '4.5rem' },
    })
    return [...columnsOfFields, actions].filter(({ id }) => id === undefined || !hidden.has(id))
  }, [isOwn, onDelete, hidden])
  const onChange = (next: ReadonlySet<string>) => {
    setHidden(next)
    if (next.size === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify([...next]))
  }
  return { columns, columnChoice: { options, hidden, onChange } }
}
