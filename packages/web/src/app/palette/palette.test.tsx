import type { Extension } from '@rapport/core/api/operations.ts'
import { formOf } from '@rapport/server/form'
import { freshServer } from '@rapport/server/fresh-server'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { pngFile } from '#testing/image-files.ts'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

const server = freshServer()
const users = [
  { first_name: 'Zoë', last_name: 'Quist', email: 'zoe@example.com', joined_date: '2020-01-01T00:00:00.000Z' },
]

const serve = (extensions: Extension[]) => server.restart({ extensions, users })

async function open(path = '/settings') {
  const app = renderApp(path, server)
  await screen.findByRole('heading', { level: 1 })
  return app
}
const add = (path: string, values: Record<string, string | number | File>) =>
  callApi(server, `POST ${path}`, 'price' in values ? values : formOf(values))
const field = () => screen.findByRole('combobox', { name: 'Search screens, actions and records' })

describe.each([
  ['a server with paging', ['paging', 'logout'] satisfies Extension[]],
  ['a server of the plain contract', []],
])('with %s', (_, extensions: Extension[]) => {
  beforeEach(() => serve(extensions))

  test('finds a user by name, and opens the details', async () => {
    const { user, router } = await open()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'zoe q')
    const found = await screen.findByRole('option', { name: /Zoë Quist/ })
    expect(found).toHaveTextContent(/id \d+ · zoe@example\.com/)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?range=all&search=zoe%20q&user=\d+$/))
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    expect(await screen.findByRole('dialog', { name: 'Details of Zoë Quist' })).toBeVisible()
  })
})

test.each([
  ['rust', 'Trust', '/category?edit=1', 'Edit Category'],
  ['moon', 'Moonlight Trust', '/Kamasutra?edit=1', 'Edit Position'],
  ['gold', 'Gold app_999_1m', '/subscription?edit=1', 'Edit Subscription'],
  ['app_999', 'Gold app_999_1m', '/subscription?edit=1', 'Edit Subscription'],
])('finds a record by “%s” and opens its form', async (typed, found, address, title) => {
  await serve([])
  await add('category', { category_name: 'Trust', category_image: pngFile('a.png') })
  const position = { category_id: 1, subcategory_name: 'Moonlight', sub_cat_image: pngFile('b.png') }
  await add('subcategory', position)
  await add('subscription-products', { product_id: 'app_999_1m', name: 'Gold', price: 9.99 })
  const { fetch, calls } = recording(server.fetch)
  const { user, router } = renderApp('/settings', { ...server, fetch })
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await field()
  expect(calls.filter((call) => /categories|products/.test(call))).toEqual([])
  await user.type(await field(), typed)
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain(found.replace(' ', '')),
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(address))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
})

test.each([
  ["talk o'hara", 'Talk|O’Hara', 'O’Hara: Night Talk'],
  ['strasse', 'Straße', 'Straße'],
])('marks the words of “%s” wherever they are: %s', async (typed, marks, label) => {
  await serve([])
  await add('category', { category_name: label, category_image: pngFile('a.png') })
  const { user } = await open()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), typed)
  const option = await screen.findByRole('option', { name: label })
  const marked = [...option.querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marked.toSorted()).toEqual(marks.split('|').toSorted())
})

test('a number after # finds the records with that id only', async () => {
  await serve([])
  await add('category', { category_name: 'Trust #1', category_image: pngFile('a.png') })
  await add('category', { category_name: 'Play', category_image: pngFile('b.png') })
  const { user } = await open()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), '#2')
  await screen.findByRole('option', { name: 'Play' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'ZQZoë Quistid 2 · zoe@example.com',
    'Play',
  ])
})

test('shows users first, and within each kind those with a word that begins with the text', async () => {
  await server.restart({
    extensions: ['paging'],
    users: ['Omar Rahman', 'Ira Zo Manning', 'Manu Ek'].map((name, index) => {
      const [first_name = '', ...rest] = name.split(' ')
      return { first_name, last_name: rest.join(' '), email: `${index}@example.com` }
    }),
  })
  for (const name of ['Romance', 'Two-Man Tent']) {
    await add('category', { category_name: name, category_image: pngFile(`${name}.png`) })
  }
  const { user } = await open()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'man')
  await screen.findByRole('option', { name: /^Manu Ek/ })
  const labels = screen.getAllByRole('option').map(({ textContent }) => textContent.replace(/id .*/, ''))
  // Labels of people begin with the initials, which replace an icon.
  expect(labels).toEqual(['MEManu Ek', 'IZIra Zo Manning', 'OROmar Rahman', 'Two-Man Tent', 'Romance'])
})

test('shows no other records while users are searched', async () => {
  await serve([])
  await add('category', { category_name: 'Zoetic', category_image: pngFile('a.png') })
  const { promise, resolve } = Promise.withResolvers<void>()
  const { fetch, calls } = recording(async (request) => {
    if (request.url.includes('/api/admin/users')) await promise
    return server.fetch(request)
  })
  const { user } = renderApp('/category', { ...server, fetch })
  await screen.findByText('Zoetic')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'zoe')
  await waitFor(() => expect(calls.filter((call) => /users|subcategories|products/.test(call))).toHaveLength(3))
  // Leaves time for the lists to arrive.
  await act(() => new Promise((wait) => setTimeout(wait, 50)))
  expect(screen.getByText('Searching…')).toBeInTheDocument()
  expect(screen.queryByRole('option')).toBeNull()
  resolve()
  await screen.findByRole('option', { name: /Zoë Quist/ })
  expect(screen.getByRole('option', { name: 'Zoetic' })).toBeVisible()
})

test('names the list that could not be loaded, and searches the others', async () => {
  await serve([])
  const fetch = intercept(server.fetch, 'GET /api/admin/subcategories', () => envelope(500))
  const { user } = renderApp('/settings', { ...server, fetch })
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'zoe')
  expect(await screen.findByText('Failed to fetch positions.')).toBeVisible()
  expect(screen.getByRole('option', { name: /Zoë Quist/ })).toBeVisible()
})

test('shows five of many products with the match marked, and a link to all', async () => {
  await serve([])
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    await add('subscription-products', { product_id: `app_${number}_1m`, name: `Plan ${number}`, price: 9.99 })
  }
  const { user, router } = await open()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'plan')
  const all = await screen.findByRole('option', { name: 'All subscription plans' })
  const plans = screen.getAllByRole('option', { name: /^Plan/ })
  expect(plans.map((plan) => plan.querySelector('mark')?.textContent)).toEqual(Array(5).fill('Plan'))
  expect(all.querySelector('mark')).toBeNull()
  await user.click(all)
  await waitFor(() => expect(router.state.location.pathname).toBe('/subscription'))
})

describe('the palette', () => {
  beforeEach(() => serve(['paging', 'logout']))

  test('opens by its button, and Enter opens the highlighted screen', async () => {
    const { user, router } = await open()
    await user.click(screen.getByRole('button', { name: /^Search…/ }))
    await user.type(await field(), 'users')
    expect(screen.getByRole('option', { name: /^Users/ })).toBeVisible()
    expect(screen.queryByRole('option', { name: 'All users' })).toBeNull()
    await user.clear(await field())
    await user.type(await field(), 'add')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Add Position',
      'Add Category',
      'Add Subscription',
    ])
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/category?add'))
  })

  test('searches the server when typing pauses', async () => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = renderApp('/settings', { ...server, fetch })
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'zoe@example.com')
    expect(screen.getByText('Searching…')).toBeInTheDocument()
    expect(await screen.findByRole('option', { name: /Zoë Quist/ })).toBeVisible()
    // Slow typing may also search for the first letters.
    const searches = calls.filter((call) => call.includes('search='))
    expect(searches.length).toBeLessThan(4)
    expect(searches.at(-1)).toContain('search=zoe%40example.com')
  })

  test('lists recently opened entries', async () => {
    const { user, router } = await open()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'add cat{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?add'))
    await user.keyboard('{Control>}k{/Control}')
    await field()
    // The only recent entry is the present screen.
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
    await user.type(await field(), 'settings{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings'))
    await user.keyboard('{Control>}k{/Control}')
    await field()
    expect(within(screen.getByRole('group', { name: 'Recent' })).getByRole('option')).toHaveTextContent('Add Category')
    expect(screen.getAllByRole('option', { name: 'Add Category' })).toHaveLength(1)
  })

  test('handles its shortcut instead of the browser while it is open', async () => {
    const { user } = await open()
    await user.keyboard('{Control>}k{/Control}')
    expect(fireEvent.keyDown(await field(), { key: 'k', ctrlKey: true })).toBe(false)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test('says when nothing is found, and Escape closes it', async () => {
    const { user } = await open()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'xyzzy')
    expect(await screen.findByText(/^Nothing found for/)).toHaveTextContent('Nothing found for “xyzzy”')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Search users for “xyzzy”',
      'Browse categories',
      'Browse positions',
      'All shortcuts?',
    ])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('single keys', () => {
  beforeEach(() => serve(['paging']))

  test('/ focuses the search box, where ? and / are typed as text', async () => {
    const { user } = await open('/User?range=all')
    await user.keyboard('/')
    const search = screen.getByRole('searchbox', { name: 'Search users' })
    expect(search).toHaveFocus()
    await user.keyboard('?/')
    expect(search).toHaveValue('?/')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('g and a letter open a screen, and c adds a record to its list', async () => {
    const { user, router } = await open('/settings')
    await user.keyboard('gc')
    expect(await screen.findByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
    await user.keyboard('c')
    await waitFor(() => expect(router.state.location.search).toBe('?add'))
  })

  test('j and k go from row to row, and x selects', async () => {
    const { user } = await open('/User?range=all')
    const zoe = await screen.findByRole('checkbox', { name: 'Select Zoë Quist' })
    await user.keyboard('jjkj')
    expect(zoe.closest('tr')).toHaveFocus()
    await user.keyboard('x')
    expect(zoe).toBeChecked()
  })

  test('? shows the shortcuts, where single keys can be turned off', async () => {
    const { user } = await open()
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.click(within(dialog).getByRole('checkbox', { name: /^Single-key shortcuts/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.keyboard('{Control>}k{/Control}')
    expect(await field()).toBeVisible()
  })
})
