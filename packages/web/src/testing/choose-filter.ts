import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Ticks or unticks values of a list's filter, and closes it. */
export async function chooseFilter(user: UserEvent, label: string, ...values: string[]): Promise<void> {
  await user.click(screen.getByRole('button', { name: new RegExp(`^${label}\\b`), expanded: false }))
  for (const value of values)
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${value}( |$)`) }))
  if (screen.queryByRole('listbox')) await user.keyboard('{Escape}')
}
