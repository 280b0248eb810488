import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextField } from './text-field.tsx'
import { TextareaField } from './textarea-field.tsx'

test.each([
  ['a single-line field', TextField],
  ['a multi-line field', TextareaField],
])('%s is described by its error and its hint, or by warnings instead of the hint', (_, Field) => {
  const { rerender } = render(<Field label="Answer" error="Wrong." warnings={[]} hint="Anything." />)
  expect(screen.getByLabelText('Answer')).toHaveAccessibleDescription('Wrong. Anything.')
  rerender(<Field label="Answer" error="Wrong." warnings={['Odd.', 'Late.']} hint="Anything." />)
  const field = screen.getByLabelText('Answer')
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Wrong. Odd. Late.')
})

test('announces an error that appears later, in a live region that was there before', () => {
  const { rerender } = render(<TextField label="Answer" />)
  const regions = [...document.querySelectorAll('[aria-live="polite"]')]
  rerender(<TextField label="Answer" error="Wrong." />)
  expect(regions).toContain(screen.getByText('Wrong.').parentElement)
})

test('stars a required field, and hides the star from screen readers', () => {
  render(<TextField label="Answer" required />)
  expect(screen.getByRole('textbox', { name: 'Answer' })).toBeVisible()
  expect(screen.getByText('Answer')).toHaveTextContent('Answer*')
})

test('fields take the direction of their text', () => {
  render(<TextField label="Name" defaultValue="שלום" />)
  render(<TextareaField label="Tips" defaultValue="שלום" />)
  for (const label of ['Name', 'Tips']) expect(screen.getByLabelText(label)).toHaveAttribute('dir', 'auto')
})
