import { expect, test } from 'vitest'
import { pagesAround } from './pagination.tsx'

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 20, '1 2 3 … 20'],
  [4, 20, '1 2 3 4 5 6 … 20'],
  [5, 20, '1 2 3 4 5 6 7 … 20'],
  [10, 20, '1 … 8 9 10 11 12 … 20'],
  [20, 20, '1 … 18 19 20'],
])('page %i of %i shows %s', (page, pageCount, shown) => {
  const pages = pagesAround(page, pageCount).map((entry) => entry ?? '…')
  expect(pages.join(' ')).toBe(shown)
})
