import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { parseListParams, useListParams } from './use-list-params.ts'

const config = { sorts: ['name', '-name'], filterNames: ['range'] } as const
const parse = (query: string) => parseListParams(new URLSearchParams(query), config)

describe('reading the URL', () => {
  test('an empty one gives page 1 of 12, unsorted and unfiltered', () => {
    expect(parse('')).toEqual({ page: 1, size: 12, search: '', sort: undefined, filters: { range: undefined } })
  })

  test('takes what is allowed', () => {
    expect(parse('page=3&size=50&search=eva&sort=-name&range=all')).toEqual({
      page: 3,
      size: 50,
      search: 'eva',
      sort: '-name',
      filters: { range: 'all' },
    })
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=',
    'page=1e9',
    'size=13',
    'size=x',
    'sort=password',
    'sort=',
  ])('falls back on %s', (query) => {
    expect(parse(query)).toEqual(parse(''))
  })
})

describe('changing', () => {
  const start = (url: string) => {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[url]}>{children}</MemoryRouter>
    )
    return renderHook(() => ({ change: useListParams(config)[1], query: useLocation().search }), { wrapper }).result
  }

  test.each([
    ['the search', { search: 'eva' }, '?search=eva'],
    ['the size', { size: 24 }, '?size=24'],
    ['the order', { sort: 'name' }, '?sort=name'],
    ['a filter', { filters: { range: 'all' } }, '?range=all'],
  ] as const)('%s goes back to page 1', (_, changes, query) => {
    const list = start('/?page=3')
    act(() => list.current.change(changes))
    expect(list.current.query).toBe(query)
  })

  test('the page keeps everything else', () => {
    const list = start('/?search=eva&sort=name')
    act(() => list.current.change({ page: 2 }))
    expect(list.current.query).toBe('?search=eva&sort=name&page=2')
  })

  test('back to a default takes it out of the URL', () => {
    const list = start('/?search=eva&size=24&sort=name&range=all')
    act(() => list.current.change({ search: '', size: 12, sort: undefined, filters: { range: undefined } }))
    expect(list.current.query).toBe('')
  })
})
