import { act, render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { parseListParams, useListParams } from './use-list-params.ts'

const config = { sorts: ['name', '-name'], filterNames: ['range'] } as const
const parse = (query: string) => parseListParams(new URLSearchParams(query), config)

describe('reading the URL', () => {
  test('defaults to page 1 of 12, unsorted and unfiltered', () => {
    expect(parse('')).toEqual({ page: 1, size: 12, search: '', sort: undefined, filters: { range: [] } })
  })

  test('reads allowed values', () => {
    expect(parse('page=3&size=50&search=eva&sort=-name&range=all&range=all')).toEqual({
      page: 3,
      size: 50,
      search: 'eva',
      sort: '-name',
      filters: { range: ['all'] },
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
  ])('uses the default for %s', (query) => {
    expect(parse(query)).toEqual(parse(''))
  })
})

describe('changing', () => {
  type Change = ReturnType<typeof useListParams>[1]

  /** Renders a list at `/`, and a page at `/elsewhere` whose code arrives when `arrive` is called. */
  const start = (url: string) => {
    let latest: Change = () => undefined
    const List = () => {
      latest = useListParams(config)[1]
      return null
    }
    const { promise, resolve } = Promise.withResolvers<{ Component: () => null }>()
    const router = createMemoryRouter(
      [
        { path: '/', Component: List },
        { path: '/elsewhere', lazy: () => promise },
      ],
      { initialEntries: [url] },
    )
    render(<RouterProvider router={router} />)
    return {
      change: (...change: Parameters<Change>) => latest(...change),
      leave: () => act(() => void router.navigate('/elsewhere')),
      arrive: () => act(() => resolve({ Component: () => null })),
      get url() {
        return router.state.location.pathname + router.state.location.search
      },
    }
  }

  test.each([
    ['the search', { search: 'eva' }, '/?search=eva'],
    ['the size', { size: 24 }, '/?size=24'],
    ['the order', { sort: 'name' }, '/?sort=name'],
    ['a filter', { filters: { range: 'all' } }, '/?range=all'],
    ['a filter by several values', { filters: { range: ['a', 'b'] } }, '/?range=a&range=b'],
  ] as const)('%s goes back to page 1', (_, changes, query) => {
    const list = start('/?page=3')
    act(() => list.change(changes))
    expect(list.url).toBe(query)
  })

  test('builds a change on the previous one, even before that is rendered', () => {
    const list = start('/')
    act(() => {
      list.change({ search: 'eva' })
      list.change({ sort: 'name' })
    })
    expect(list.url).toBe('/?search=eva&sort=name')
  })

  test('keeps everything else when the page changes', () => {
    const list = start('/?search=eva&sort=name')
    act(() => list.change({ page: 2 }))
    expect(list.url).toBe('/?search=eva&sort=name&page=2')
  })

  test('removes a default from the URL', () => {
    const list = start('/?search=eva&size=24&sort=name&range=a&range=b')
    act(() => list.change({ search: '', size: 12, sort: undefined, filters: { range: undefined } }))
    expect(list.url).toBe('/')
  })

  test('drops a pending search when the admin follows a link', async () => {
    const list = start('/?page=3')
    list.leave()
    act(() => list.change({ search: 'eva' }, { replace: true }))
    list.arrive()
    await waitFor(() => expect(list.url).toBe('/elsewhere'))
  })

  test('stays on the list when another page is chosen after a link', async () => {
    const list = start('/')
    list.leave()
    act(() => list.change({ page: 2 }))
    list.arrive()
    await waitFor(() => expect(list.url).toBe('/?page=2'))
  })
})
