import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Drawer } from './drawer.tsx'

function List() {
  const [shown, setShown] = useState<string>()
  return (
    <>
      {['Ada', 'Bea'].map((name) => (
        <button key={name} type="button" onClick={() => setShown(name)}>
          {name}
        </button>
      ))}
      <Drawer open={shown !== undefined} onClose={() => setShown(undefined)} title={`Details of ${shown}`}>
        {shown}
      </Drawer>
    </>
  )
}

test('keeps the list usable and focused, and closes on Escape', async () => {
  const user = userEvent.setup()
  render(<List />)
  await user.click(screen.getByRole('button', { name: 'Ada' }))
  expect(await screen.findByRole('dialog', { name: 'Details of Ada' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Bea' }))
  expect(await screen.findByRole('dialog', { name: 'Details of Bea' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Bea' })).toHaveFocus())
})
