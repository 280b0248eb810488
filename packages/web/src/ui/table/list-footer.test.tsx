import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ListFooter } from './list-footer.tsx'

const frame = { page: 1, size: 12, loadingText: 'Loading…', onChange: () => {} }

test('shows a loading text, then the counts, and page buttons unless the list is empty', () => {
  const { rerender } = render(<ListFooter {...frame} shown={undefined} total={0} />)
  expect(screen.getByRole('status')).toHaveTextContent('Loading…')
  rerender(<ListFooter {...frame} shown={0} total={0} />)
  expect(screen.getByRole('status')).toHaveTextContent('Showing 0 out of 0')
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  rerender(<ListFooter {...frame} page={2} shown={0} total={40} />)
  expect(screen.getByRole('navigation')).toBeVisible()
})
