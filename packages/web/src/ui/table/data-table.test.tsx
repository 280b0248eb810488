import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createColumns, DataTable } from './data-table.tsx'

const column = createColumns<{ id: number }>()
const columns = column.columns([
  column.accessor('id', { header: 'Id' }),
  column.display({ id: 'actions', header: 'Actions', cell: () => <button type="button">Delete</button> }),
])

test('opens a row by click and by Enter, and not by its own controls', async () => {
  const open = vi.fn<(row: { id: number }) => void>()
  const user = userEvent.setup()
  const table = { caption: 'Things', columns, expectedRows: 1, rowId: () => '7', empty: null, onOpen: open }
  render(<DataTable {...table} rows={[{ id: 7 }]} />)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.keyboard('{Enter}')
  expect(open).not.toHaveBeenCalled()
  await user.click(screen.getByText('7'))
  await user.keyboard('{Enter}')
  expect(open).toHaveBeenCalledTimes(2)
  expect(open).toHaveBeenCalledWith({ id: 7 })
})
