import { formOf } from '@rapport/server/form'
import { freshServer } from '@rapport/server/fresh-server'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { chooseFilter } from '#testing/choose-filter.ts'
import { pngFile, svgFile } from '#testing/image-files.ts'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

const LIST = 'GET /api/admin/subcategories'
const CATEGORIES = 'GET /api/admin/categories'
const SAVE = 'POST /api/admin/subcategory'

const server = freshServer()
let trust: number
let play: number

beforeEach(async () => {
  trust = await add('category', { category_name: 'Trust', category_image: pngFile('a.png', { seed: 1 }) })
  play = await add('category', { category_name: 'Play', category_image: pngFile('a.png', { seed: 2 }) })
})

const add = async (path: string, fields: Parameters<typeof formOf>[0]) =>
  (await callApi(server, `POST ${path}`, formOf(fields))).id

const addPosition = (name: string, category_id: number, texts: Record<string, string> = {}) =>
  add('subcategory', { subcategory_name: name, category_id, sub_cat_image: pngFile('p.png', { seed: 3 }), ...texts })

const open = (query = '', fetch = server.fetch) => renderApp(`/Kamasutra${query}`, { ...server, fetch })
const cards = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const submit = (user: UserEvent, name = 'Submit') => user.click(screen.getByRole('button', { name }))
const formLoaded = () => screen.findByRole('option', { name: 'Select a category' })

test('a search finds words in any order within the chosen category, and an id', async () => {
  const id = await addPosition('Łucja’s  Night Walk', trust)
  await addPosition('Night Swim', play)
  const { user } = open(`?category=${trust}&search=walk+lucja's`)
  await screen.findByText('Showing 1 out of 1')
  expect(cards()).toEqual(['Łucja’s  Night Walk'])
  const search = screen.getByPlaceholderText('Search name')
  await user.clear(search)
  await user.type(search, `#${id}`)
  expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
})

describe('the page', () => {
  test('a card shows picture, category, name and benefits, and a click on it opens the form', async () => {
    const id = await addPosition('Side by Side', trust, { benefits: 'Takes the pressure off.' })
    const { user, router } = open()
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    const card = screen.getByRole('article')
    expect(card).toHaveTextContent('TrustSide by SideTakes the pressure off.')
    expect(card.querySelector('img')?.src).toMatch(/\/media\/[0-9a-f]{64}\.preview\.png$/)
    await user.click(within(card).getByRole('link', { name: 'Edit Side by Side' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Position' })).toHaveFocus()
    expect(router.state.location.search).toBe(`?edit=${id}`)
  })

  test('adding sends every field and puts the new position first', async () => {
    await addPosition('Older', play)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add Position' }))
    await formLoaded()
    await user.upload(screen.getByLabelText(/^Photo/), pngFile('new.png', { seed: 5 }))
    await user.type(screen.getByLabelText('Position Name*'), 'Newer')
    await user.selectOptions(screen.getByLabelText('Category*'), 'Trust')
    for (const label of ['Benefits', 'Tips', 'Challenges', 'Safety Tips']) {
      await user.type(screen.getByLabelText(label), `${label} of it`)
    }
    await submit(user)
    await screen.findByText('Showing 2 out of 2')
    expect(cards()).toEqual(['Newer', 'Older'])

    await user.click(screen.getByRole('link', { name: 'Edit Newer' }))
    await formLoaded()
    expect(screen.getByLabelText('Category*')).toHaveDisplayValue('Trust')
    for (const label of ['Benefits', 'Tips', 'Challenges', 'Safety Tips']) {
      expect(screen.getByLabelText(label)).toHaveValue(`${label} of it`)
    }
  })

  test('editing changes it in place, keeps the image, and can empty a text', async () => {
    await addPosition('First', trust, { tips: 'Old tip' })
    await addPosition('Second', trust)
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: 'Edit First' }))
    await formLoaded()
    await user.clear(screen.getByLabelText('Tips'))
    await user.selectOptions(screen.getByLabelText('Category*'), 'Play')
    await submit(user, 'Update')
    await screen.findByText('Showing 2 out of 2')
    expect(cards()).toEqual(['Second', 'First'])
    expect(screen.getAllByRole('article')[1]).toHaveTextContent('PlayFirst')
    await user.click(screen.getByRole('link', { name: 'Edit First' }))
    await formLoaded()
    expect(screen.getByLabelText('Tips')).toHaveValue('')
    expect(screen.getByRole('img', { name: 'The current image' })).toBeVisible()
  })

  test('adding from a filtered list begins with its category', async () => {
    await addPosition('Older', trust)
    const { user } = open(`?category=${play}`)
    expect(await screen.findByText('No positions found matching your search.')).toBeVisible()
    for (const button of screen.getAllByRole('button', { name: 'Add Position' })) expect(button).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: 'Add Position' })[0]!)
    await formLoaded()
    expect(screen.getByLabelText('Category*')).toHaveDisplayValue('Play')
  })

  test('adding keeps the filter of the list, but not its search, and offers to add another', async () => {
    const { user, router } = open(`?category=${play}&search=x&add`)
    await formLoaded()
    await user.upload(screen.getByLabelText(/^Photo/), pngFile('new.png', { seed: 5 }))
    await user.type(screen.getByLabelText('Position Name*'), 'Newer')
    await submit(user)
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    expect(router.state.location.search).toBe(`?category=${play}`)
    await user.click(await screen.findByRole('button', { name: 'Add another' }))
    await formLoaded()
    expect(screen.getByLabelText('Category*')).toHaveDisplayValue('Play')
    expect(screen.getByLabelText('Position Name*')).toHaveValue('')
  })

  test('a category that the list lacks is shown before it is sent', async () => {
    open('?category=999&add')
    await screen.findByRole('option', { name: 'Play' })
    expect(screen.getByLabelText('Category*')).toHaveDisplayValue('Category 999')
  })

  test('deleting asks first', async () => {
    await addPosition('Gone', trust)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Gone' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this position?' })
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await user.click(within(dialog).getByRole('button', { name: 'Delete position' }))
    expect(await screen.findByText('No positions available.')).toBeVisible()
  })

  test('a refused deletion is shown in its dialog', async () => {
    await addPosition('Kept', trust)
    const { user } = open(
      '',
      intercept(server.fetch, 'DELETE /api/admin/subcategory', () => envelope(500)),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete Kept' }))
    await user.click(await screen.findByRole('button', { name: 'Delete position' }))
    expect(await within(screen.getByRole('alertdialog')).findByRole('alert')).toHaveTextContent(
      'Failed to delete position.',
    )
  })
})

describe('the list', () => {
  test('filters by category and name, keeps them in the URL, and goes back to page 1', async () => {
    for (let index = 1; index <= 13; index += 1) await addPosition(`Trust ${index}`, trust)
    await addPosition('Play 1', play)
    const { user, router } = open('?page=2')
    expect(await screen.findByText('Showing 2 out of 14')).toBeVisible()
    await chooseFilter(user, 'All Category', 'Trust')
    expect(await screen.findByText('Showing 12 out of 13')).toBeVisible()
    expect(router.state.location.search).toBe(`?category=${trust}`)
    await user.type(screen.getByPlaceholderText('Search name'), 'play')
    expect(await screen.findByText('No positions found matching your search.')).toBeVisible()
    await chooseFilter(user, 'Category', 'Trust')
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    await waitFor(() => expect(router.state.location.search).toBe('?search=play'))
  })

  test('filters by several categories and by safety tips, with the numbers that match the other filters', async () => {
    await addPosition('One', trust, { safety_tips: 'Careful' })
    await addPosition('Two', trust)
    await addPosition('Three', play)
    const { user, router } = open('?tips=not-set')
    expect(await screen.findByText('Showing 2 out of 2')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'All Category' }))
    const options = within(await screen.findByRole('listbox')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Play 1', 'Trust 1'])
    for (const option of options) await user.click(option)
    expect(await screen.findByText('Showing 2 out of 2')).toBeVisible()
    expect(router.state.location.search).toBe(`?tips=not-set&category=${play}&category=${trust}`)
    await user.keyboard('{Escape}')
    await chooseFilter(user, 'Safety tips', 'Not set', 'Set')
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    expect(cards()).toEqual(['One'])
  })

  test('draws a picture for a position without one', async () => {
    open(
      '',
      intercept(server.fetch, LIST, () =>
        Response.json({ code: 200, message: '', data: [{ id: 1, category_id: trust, subcategory_name: 'One' }] }),
      ),
    )
    const image = (await screen.findByRole('article')).querySelector('img')
    expect(image?.src).toMatch(/^blob:/)
  })

  test('an unknown category filters nothing, and positions show the category name they carry', async () => {
    await addPosition('One', trust)
    open(
      '?category=999',
      intercept(server.fetch, CATEGORIES, () => Response.json({ code: 200, message: '', data: [] })),
    )
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    expect(screen.getByRole('article')).toHaveTextContent('TrustOne')
  })

  test('shows why it could not be loaded', async () => {
    open(
      '',
      intercept(server.fetch, LIST, () => envelope(403)),
    )
    expect(await screen.findByRole('alert')).toHaveTextContent('Authentication failed. Please log in again.')
  })

  test("shows 'Loading positions...' while loading, and hostile texts as text", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    open(
      '',
      intercept(server.fetch, LIST, () => promise),
    )
    expect(await screen.findByText('Loading positions...')).toBeVisible()
    const name = '"><script>alert(1)</script>'
    const benefits = '<img src=x onerror=alert(1)>'
    const data = [
      { id: 1, category_id: 99, subcategory_name: name, benefits, sub_cat_image: 'data:text/html,<script>' },
    ]
    resolve(Response.json({ code: 200, message: '', data }))
    const card = await screen.findByRole('article')
    expect(card).toHaveTextContent(`Not Set${name}${benefits}`)
    expect(card.querySelector('img')?.src).toMatch(/^blob:/)
  })
})

describe('the form', () => {
  test('says which fields are missing, without a call', async () => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = open('?add', fetch)
    await formLoaded()
    await submit(user)
    await waitFor(() =>
      expect(screen.getByLabelText(/^Photo/)).toHaveAccessibleDescription(/^Please select an image\. PNG/),
    )
    expect(screen.getByLabelText('Position Name*')).toHaveAccessibleDescription('Position name is required.')
    expect(screen.getByLabelText('Category*')).toHaveAccessibleDescription('Please select a category.')
    expect(screen.getByLabelText(/^Photo/)).toHaveFocus()
    expect(calls).not.toContain(SAVE)
    await user.selectOptions(screen.getByLabelText('Category*'), 'Play')
    await waitFor(() => expect(screen.getByLabelText('Category*')).toBeValid())
  })

  test.each(['Back to Positions', 'Cancel'])('%s leads back to the list', async (name) => {
    const { user, router } = open('?add')
    await formLoaded()
    await user.click(screen.getByRole('button', { name }))
    expect(await screen.findByText('No positions available.')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })

  test('refuses SVG', async () => {
    open('?add')
    await formLoaded()
    fireEvent.change(screen.getByLabelText(/^Photo/), { target: { files: [svgFile('a.svg', 100)] } })
    const text = /^Invalid file type\. Please select a PNG, JPG, or JPEG image\./
    await waitFor(() => expect(screen.getByLabelText(/^Photo/)).toHaveAccessibleDescription(text))
  })

  test.each([
    ['a name that is taken', SAVE, undefined, 'This category already has a position named “Same”.'],
    ['a refusal of a field', SAVE, { category_id: 'Not this one.' }, 'Not this one.'],
  ])('shows %s at its field, and keeps the rest', async (_, call, errors, text) => {
    await addPosition('Same', trust)
    const refusing = intercept(server.fetch, call, () =>
      Response.json({ code: 422, message: 'Please check.', errors }, { status: 422 }),
    )
    const { user } = open('?add', errors ? refusing : server.fetch)
    await formLoaded()
    await user.upload(screen.getByLabelText(/^Photo/), pngFile('p.png'))
    await user.type(screen.getByLabelText('Position Name*'), 'Same')
    await user.selectOptions(screen.getByLabelText('Category*'), 'Trust')
    await user.type(screen.getByLabelText('Safety Tips'), 'Careful')
    await submit(user)
    const field = screen.getByLabelText(errors ? 'Category*' : 'Position Name*')
    await waitFor(() => expect(field).toHaveAccessibleDescription(text))
    await waitFor(() => expect(field).toHaveFocus())
    // The server's message is shown above the form, unless it repeats the field's.
    expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(
      errors ? ['Please check.'] : [],
    )
    expect(screen.getByLabelText('Safety Tips')).toHaveValue('Careful')
    expect(screen.getByText('p.png')).toBeVisible()
  })

  test('shows above the form why it could not be saved', async () => {
    const id = await addPosition('Any', trust)
    const { user } = open(
      `?edit=${id}`,
      intercept(server.fetch, SAVE, () => envelope(413)),
    )
    await formLoaded()
    await submit(user, 'Update')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add/update position')
  })

  test('shows at the field, with Retry, that categories cannot be loaded, and keeps the choice of the draft', async () => {
    let broken = true
    const failing = intercept(server.fetch, CATEGORIES, () => envelope(500))
    sessionStorage.setItem(
      'draft:/position:new',
      // A draft as version 0.1.0 stored it.
      JSON.stringify({ texts: { category_id: String(play) }, fileNames: {}, savedAt: 0 }),
    )
    const { user } = open('?add', (request) => (broken ? failing(request) : server.fetch(request)))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch categories.')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getByLabelText('Category*')).toHaveDisplayValue('Play'))
  })

  test('links to adding a category when there is none', async () => {
    open(
      '?add',
      intercept(server.fetch, CATEGORIES, () => Response.json({ code: 200, message: '', data: [] })),
    )
    expect(await screen.findByRole('link', { name: 'Add one first' })).toHaveAttribute('href', '/category?add')
  })

  test("keeps a position's own category when the list lacks it", async () => {
    const id = await addPosition('Any', trust)
    open(
      `?edit=${id}`,
      intercept(server.fetch, CATEGORIES, () => Response.json({ code: 200, message: '', data: [] })),
    )
    await formLoaded()
    expect(screen.getByLabelText('Category*')).toHaveDisplayValue('Trust')
  })
})
