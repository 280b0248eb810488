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
  const pages = pagesAround(page, pageCount).map((entry) => entry.page ?? '…')
  expect(pages.join(' ')).toBe(shown)
})

test.each([
  [1, 4, '1 2 3 4'],
  [1, 5, '1 2 … 5'],
  [4, 7, '1 2 3 4 5 6 7'],
  [10, 20, '1 … 9 10 11 … 20'],
])('in a narrow list, page %i of %i shows %s: dots hide at least two pages', (page, pageCount, shown) => {
  const entries = pagesAround(page, pageCount).filter(({ narrow }) => narrow !== 'hidden')
  const pages = entries.map(({ page: number, narrow }) => (narrow === 'gap' ? '…' : number))
  expect(pages.join(' ')).toBe(shown)
})
