import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FilterMenu } from './filter-menu.tsx'

const STATUSES = [
  { value: 'active', label: 'Active', count: 1234 },
  { value: 'blocked', label: 'Blocked', count: 5 },
  { value: 'not-set', label: 'Not set', count: 0 },
]

function start(props: Partial<Parameters<typeof FilterMenu>[0]> = {}) {
  const chosen: string[][] = []
  function Screen() {
    const [selected, setSelected] = useState<readonly string[]>(props.selected ?? [])
    const onChange = (next: string[]) => {
      chosen.push(next)
      setSelected(next)
    }
    return <FilterMenu label="Status" options={STATUSES} {...props} selected={selected} onChange={onChange} />
  }
  render(<Screen />)
  return { user: userEvent.setup(), chosen, button: screen.getByRole('button', { name: /^Status/ }) }
}

test('stays open for several values, shows their counts, and sums up the choice', async () => {
  const { user, button, chosen } = start()
  await user.click(button)
  await user.click(await screen.findByRole('option', { name: 'Active 1,234' }))
  await user.click(screen.getByRole('option', { name: 'Not set 0' }))
  expect(chosen.at(-1)).toEqual(['active', 'not-set'])
  expect(button).toHaveAccessibleName('Status: Active +1')
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(chosen.at(-1)).toEqual([])
  expect(button).toHaveAccessibleName('Status')
})

test('works by arrow keys, Enter and Escape, and returns the focus', async () => {
  const { user, button, chosen } = start()
  button.focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus())
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(chosen).toEqual([['blocked']])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
})

test('a shortcut selects several values by one click, and names them', async () => {
  const { user, button, chosen } = start({ shortcuts: [{ label: 'Not active', selected: ['not-set', 'blocked'] }] })
  await user.click(button)
  await user.click(await screen.findByRole('button', { name: 'Not active' }))
  expect(chosen).toEqual([['not-set', 'blocked']])
  expect(button).toHaveAccessibleName('Status: Not active')
})

test('a single choice replaces the one before and closes', async () => {
  const { user, chosen, button } = start({ single: true, selected: ['active'] })
  await user.click(button)
  await user.click(await screen.findByRole('option', { name: /Blocked/ }))
  expect(chosen).toEqual([['blocked']])
  await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
})

test('has a search for more than eight values, and keeps a value that no record has', async () => {
  const options = Array.from({ length: 9 }, (_, index) => ({ value: String(index), label: `Kind ${index}` }))
  const { user, button } = start({ options, selected: ['gone'] })
  expect(button).toHaveAccessibleName('Status: Gone')
  await user.click(button)
  await user.type(await screen.findByRole('combobox', { name: 'Search status' }), '7')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
})
