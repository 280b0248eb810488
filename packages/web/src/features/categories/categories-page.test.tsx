import { formOf } from '@rapport/server/form'
import { freshServer } from '@rapport/server/fresh-server'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { gifFile, jpegFile, pngFile, svgFile } from '#testing/image-files.ts'
import { envelope, intercept, recording, renderApp, withData } from '#testing/render-app.tsx'

const LIST = 'GET /api/admin/categories'
const SAVE = 'POST /api/admin/category'
const DELETE = 'DELETE /api/admin/category/'

const server = freshServer()
let ids: Record<string, number>

async function serve(names: string[] = ['Trust', 'Play', 'Calm']) {
  ids = {}
  for (const name of names) ids[name] = await addCategory(name)
}

const api = (call: Parameters<typeof callApi>[1], body?: object) => callApi(server, call, body)

async function addCategory(name: string): Promise<number> {
  const category_image = pngFile('a.png', { seed: name.length })
  return (await api('POST category', formOf({ category_name: name, category_image }))).id
}

async function addPosition(category: string, subcategory_name = 'Tickling') {
  const fields = { category_id: String(ids[category]), subcategory_name, sub_cat_image: pngFile('a.png') }
  await api('POST subcategory', formOf(fields))
}

const open = (query = '', fetch = server.fetch) => renderApp(`/category${query}`, { ...server, fetch })
const cards = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
/** Bypasses the `accept` filter of the file dialog, as a drop would. */
const chooseAnyFile = (file: File) => fireEvent.change(screen.getByLabelText(/^Photo/), { target: { files: [file] } })
const nameField = () => screen.findByLabelText('Category Name*')
const submit = (user: UserEvent, name = 'Submit') => user.click(screen.getByRole('button', { name }))

describe('the page', () => {
  beforeEach(() => serve())

  test('the list shows every category as a card with its name and picture, edit and delete', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
    expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
    expect(cards()).toEqual(['Calm', 'Play', 'Trust'])
    const [card] = screen.getAllByRole('article')
    expect(card?.querySelector('img')?.src).toMatch(/^http:\/\/localhost:\d+\/media\/[0-9a-f]{64}\.preview\.png$/)
    expect(screen.getByRole('link', { name: 'Edit Calm' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Delete Calm' })).toBeVisible()
  })

  test('adding puts the new category first and goes back to the start of the list', async () => {
    const { user, router } = open('?search=tru')
    await user.click(await screen.findByRole('button', { name: 'Add Category' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Add Category' })).toHaveFocus()
    expect(router.state.location.search).toBe('?search=tru&add')

    await user.upload(screen.getByLabelText(/^Photo/), pngFile('joy.png', { seed: 9 }))
    await user.type(await nameField(), '  Joy ')
    await submit(user)
    await screen.findByText('Showing 4 out of 4')
    expect(cards()).toEqual(['Joy', 'Calm', 'Play', 'Trust'])
    expect((await screen.findAllByText('Joy was added.')).length).toBeGreaterThan(0)
    expect(router.state.location.search).toBe('')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Categories' })).toHaveFocus())
  })

  test('editing keeps the place, and the image when none is sent', async () => {
    const versions: unknown[] = []
    const { user, router } = open('?size=24', (request) => {
      if (request.method === 'POST') versions.push(request.headers.get('If-Match'))
      return server.fetch(request)
    })
    await user.click(await screen.findByRole('link', { name: 'Edit Play' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Category' })).toBeVisible()
    const image = screen.getByRole('img', { name: 'The current image' }).getAttribute('src')
    expect(await nameField()).toHaveValue('Play')
    await user.clear(await nameField())
    await user.type(await nameField(), 'Playfulness')
    await submit(user, 'Update Category')

    await screen.findByText('Showing 3 out of 3')
    expect(cards()).toEqual(['Calm', 'Playfulness', 'Trust'])
    expect(versions).toEqual(['"1"'])
    expect(router.state.location.search).toBe('?size=24')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Edit Playfulness' })).toHaveFocus())
    await user.click(screen.getByRole('link', { name: 'Edit Playfulness' }))
    expect(await screen.findByRole('img', { name: 'The current image' })).toHaveAttribute('src', image)
  })

  test('deleting asks first, with the focus on Cancel', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Play' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this category?' })
    expect(dialog).toHaveAccessibleDescription(/Play will go to the trash for 30 days/)
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await user.click(within(dialog).getByRole('button', { name: 'Delete category' }))
    expect(await screen.findByText('Showing 2 out of 2')).toBeVisible()
    expect(cards()).toEqual(['Calm', 'Trust'])
    await waitFor(() => expect(screen.getByRole('region', { name: 'Categories' })).toHaveFocus())
  })
})

describe('the list', () => {
  test('shows every category although one has no name and an invalid image URL', async () => {
    await serve()
    const broken = { id: 99, category_name: null, slug: 7, category_image: { url: 'x' } }
    const { user } = open(
      '',
      withData(server.fetch, LIST, (data: object[]) => [broken, ...data]),
    )
    await screen.findByText('Showing 4 out of 4')
    expect(cards()).toEqual(['Not Set', 'Calm', 'Play', 'Trust'])
    await user.click(screen.getByRole('link', { name: 'Edit Not Set' }))
    expect(await nameField()).toHaveValue('')
  })

  test('says how many records have no id, until all have one', async () => {
    await serve()
    let nameless: object[] = [{ category_name: 'Nameless' }]
    const { user } = open(
      '',
      withData(server.fetch, LIST, (data: object[]) => [...nameless, ...data]),
    )
    expect(await screen.findByText('1 record without an id is not shown.')).toBeVisible()
    nameless = []
    await user.click(screen.getByRole('button', { name: 'Delete Play' }))
    await user.click(await screen.findByRole('button', { name: 'Delete category' }))
    await waitFor(() => expect(screen.queryByText(/without an id/)).toBeNull())
  })

  test('is reloaded after a save whose response has no record', async () => {
    await serve(['Trust'])
    const fetch = withData(server.fetch, SAVE, () => null)
    const { user } = open('?add', fetch)
    await user.upload(await screen.findByLabelText(/^Photo/), pngFile('joy.png', { seed: 9 }))
    await user.type(await nameField(), 'Joy')
    await submit(user)
    await screen.findByText('Showing 2 out of 2')
    expect(cards()).toContain('Joy')
  })

  test('search, page size and pages live in the URL', async () => {
    await serve(Array.from({ length: 15 }, (_, index) => `Category ${String(index + 1).padStart(2, '0')}`))
    const { user, router } = open('?page=9')
    expect(await screen.findByText('Showing 3 out of 15')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    await user.selectOptions(screen.getByLabelText('Cards per page'), '24')
    expect(await screen.findByText('Showing 15 out of 15')).toBeVisible()
    expect(router.state.location.search).toBe('?size=24')
    await user.type(screen.getByPlaceholderText('Search category name'), 'ORY 15')
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    await waitFor(() => expect(router.state.location.search).toBe('?size=24&search=ORY+15'))
  })

  test.each([
    ["talk couple's", 'Couple’s Talk'],
    ['anne‐marie', 'Anne-Marie'],
    ['STRASSE', 'Straße'],
  ])('a search for “%s” finds %s', async (search, name) => {
    await serve(['Couple’s Talk', 'Anne-Marie', 'Straße'])
    open(`?search=${encodeURIComponent(search)}`)
    await screen.findByText('Showing 1 out of 1')
    expect(cards()).toEqual([name])
  })

  test('a number after # is an id', async () => {
    await serve()
    const { user } = open(`?search=%23${ids['Play']}`)
    await screen.findByText('Showing 1 out of 1')
    expect(cards()).toEqual(['Play'])
    await user.type(screen.getByPlaceholderText('Search category name'), '0')
    expect(await screen.findByText(`No category here has the id ${ids['Play']}0.`)).toBeVisible()
  })

  test('says when nothing matches', async () => {
    await serve()
    const { user } = open('?search=zzz')
    expect(await screen.findByText('No categories found matching your search.')).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) ?? document.body)
    expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
  })

  test('says when there are no categories', async () => {
    await serve([])
    open()
    expect(await screen.findByText('No categories available. Add one!')).toBeVisible()
  })

  test.each([
    ['a failure without a message', () => envelope(500), 'Failed to fetch categories.Try again in a moment.'],
    ['a refusal', () => envelope(422, 'Not today.'), /^Not today\.Retry$/],
    ['a 403 without a message', () => envelope(403), /^Authentication failed\. Please log in again\.Retry$/],
    ['a web page', () => new Response('<html>'), 'An error occurred while fetching categories.Try again in a moment.'],
  ])('%s shows the text of the specification, and Retry loads again', async (_, respond, text) => {
    await serve()
    let broken = true
    const failing = intercept(server.fetch, LIST, respond)
    const { user } = open('', (request) => (broken ? failing(request) : server.fetch(request)))
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    broken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
  })
})

describe('the form', () => {
  beforeEach(() => serve())

  test('says which fields are missing and focuses the first, without a call', async () => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = open('?add', fetch)
    await nameField()
    await submit(user)
    await waitFor(() =>
      expect(screen.getByLabelText(/^Photo/)).toHaveAccessibleDescription(/Please select an image for the category\./),
    )
    expect(await nameField()).toHaveAccessibleDescription('Category name cannot be empty.')
    expect(screen.getByLabelText(/^Photo/)).toHaveFocus()
    expect(calls).not.toContain(SAVE)
  })

  test.each([
    ['a gif', () => gifFile('a.gif'), 'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.'],
    [
      'a gif named png',
      () => gifFile('a.png', 'image/png'),
      'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.',
    ],
    [
      'a png of more than 5 MiB',
      () => pngFile('a.png', { bytes: 5 * 1024 * 1024 + 1 }),
      'The image can be at most 5 MiB; this file is 5.1 MiB. Crop it to make it smaller.',
    ],
    [
      'a jpeg with a side of 9000 pixels',
      () => jpegFile('a.jpg', 9000, 100),
      'The image can have at most 8192 pixels per side. Crop it to make it smaller.',
    ],
    [
      'a png with a side of 9000 pixels',
      () => pngFile('a.png', { height: 9000 }),
      'at most 8192 pixels per side. Crop it',
    ],
    [
      'a progressive jpeg of 24 million pixels',
      () => jpegFile('a.jpg', 6000, 4000),
      'The image has too many pixels. Crop it to make it smaller.',
    ],
    [
      'an svg of more than 512 KiB',
      () => svgFile('a.svg', 513 * 1024),
      'An SVG image can be at most 512 KiB; this file is 513 KiB.',
    ],
  ])('%s is not taken, and the form says why', async (_, file, text) => {
    open('?add')
    await nameField()
    chooseAnyFile(file())
    await waitFor(() =>
      expect(screen.getByLabelText(/^Photo/)).toHaveAccessibleDescription(expect.stringContaining(text)),
    )
    expect(screen.queryByRole('img', { name: 'The chosen image' })).not.toBeInTheDocument()
    expect(screen.queryAllByRole('button', { name: 'Crop' })).toHaveLength(text.includes('Crop') ? 1 : 0)
    chooseAnyFile(jpegFile('good.jpg', 640, 480))
    expect(await screen.findByText('good.jpg')).toBeVisible()
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  })

  test('a chosen image is shown before it is saved, and can be removed', async () => {
    const revoked = vi.spyOn(URL, 'revokeObjectURL')
    const { user } = open('?add')
    await nameField()
    chooseAnyFile(pngFile('dropped.png'))
    expect(await screen.findByText('dropped.png')).toBeVisible()
    const image = screen.getByRole('img', { name: 'The chosen image' })
    const address = image.getAttribute('src')
    expect(address).toMatch(/^blob:/)
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(screen.queryByText('dropped.png')).not.toBeInTheDocument()
    expect(screen.getByLabelText(/^Photo/)).toHaveFocus()
    expect(revoked).toHaveBeenCalledWith(address)
  })

  test('offline, a failed save and deletion say so until the connection is back', async () => {
    let online = true
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
    const setOnline = (next: boolean) => {
      online = next
      fireEvent(window, new Event(next ? 'online' : 'offline'))
    }
    const fetch = (request: Request) =>
      online ? server.fetch(request) : Promise.reject(new TypeError('Failed to fetch'))
    const { user } = open(`?edit=${ids['Calm']}`, fetch)
    await user.type(await nameField(), ' day')
    setOnline(false)
    await submit(user, 'Update Category')
    const saving = 'An error occurred while saving category. The browser is offline.'
    expect(await screen.findByText(saving)).toBeVisible()
    setOnline(true)
    await waitFor(() => expect(screen.queryByText(saving)).toBeNull())
    await submit(user, 'Update Category')
    await user.click(await screen.findByRole('button', { name: 'Delete Play' }))
    setOnline(false)
    await user.click(await screen.findByRole('button', { name: 'Delete category' }))
    const deleting = 'An error occurred while deleting category. The browser is offline.'
    expect(await screen.findByText(deleting)).toBeVisible()
    setOnline(true)
    await waitFor(() => expect(screen.queryByText(deleting)).toBeNull())
  })

  test('an image that the browser cannot show is not taken, and the form says why', async () => {
    open('?add')
    await nameField()
    chooseAnyFile(pngFile('broken.png'))
    fireEvent.error(await screen.findByRole('img', { name: 'The chosen image' }))
    expect(screen.queryByText('broken.png')).not.toBeInTheDocument()
    expect(screen.getByLabelText(/^Photo/)).toHaveAccessibleDescription(/^The image is damaged/)
  })

  test('an SVG that the browser cannot show is taken, because servers accept more of them', async () => {
    open('?add')
    await nameField()
    chooseAnyFile(new File(['<svg/>'], 'plain.svg', { type: 'image/svg+xml' }))
    fireEvent.error(await screen.findByRole('img', { name: 'The chosen image' }))
    expect(screen.getByText('plain.svg')).toBeVisible()
  })

  test('shows a name that is taken at its field, and keeps text and file', async () => {
    const { user } = open('?add')
    await user.upload(await screen.findByLabelText(/^Photo/), pngFile('joy.png'))
    await user.type(await nameField(), 'trust')
    await submit(user)
    await waitFor(async () =>
      expect(await nameField()).toHaveAccessibleDescription('There is already a category named “trust”.'),
    )
    await waitFor(async () => expect(await nameField()).toHaveFocus())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(await nameField()).toHaveValue('trust')
    expect(screen.getByText('joy.png')).toBeVisible()
  })

  test.each([
    ['404', () => envelope(404, 'There is no such category.'), 'There is no such category.'],
    ['403', () => envelope(403), 'Authentication failed. Please log in again.'],
    ['HTTP 200 with another code', () => Response.json({ code: 500, message: '' }), 'Failed to add/update category'],
    [
      'a lost connection',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'An error occurred while saving category.',
    ],
  ])('shows %s above the form, which keeps text and file and can be sent again', async (_, respond, text) => {
    let broken = true
    const failing = intercept(server.fetch, SAVE, respond)
    const { user } = open('?add', (request) => (broken ? failing(request) : server.fetch(request)))
    await user.upload(await screen.findByLabelText(/^Photo/), pngFile('joy.png', { seed: 7 }))
    await user.type(await nameField(), 'Joy')
    await submit(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(text)
    await waitFor(() => expect(alert).toHaveFocus())
    broken = false
    await submit(user)
    expect(await screen.findByText('Showing 4 out of 4')).toBeVisible()
  })

  test.each([
    ['a double click', (user: UserEvent) => user.dblClick(screen.getByRole('button', { name: 'Submit' }))],
    ['Enter pressed twice', (user: UserEvent) => user.type(screen.getByLabelText('Category Name*'), '{Enter}{Enter}')],
  ])('%s saves once', async (_, submitTwice) => {
    const { fetch, calls } = recording(server.fetch)
    const { user } = open('?add', fetch)
    await user.upload(await screen.findByLabelText(/^Photo/), pngFile('joy.png', { seed: 7 }))
    await user.type(await nameField(), 'Joy')
    await submitTwice(user)
    expect(await screen.findByText('Showing 4 out of 4')).toBeVisible()
    expect(calls.filter((call) => call === SAVE)).toHaveLength(1)
  })

  test("an unknown id shows 'No category selected for editing.'", async () => {
    const { user, router } = open('?edit=999')
    expect(await screen.findByText('No category selected for editing.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Edit Category' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Back to Categories' }))
    expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })

  test('a link to a form opens it, with Retry when the list cannot be loaded', async () => {
    let broken = true
    const failing = intercept(server.fetch, LIST, () => envelope(500))
    const { user } = open(`?edit=${ids['Calm']}`, (request) => (broken ? failing(request) : server.fetch(request)))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch categories.')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await nameField()).toHaveValue('Calm')
  })
})

describe('the positions of a category', () => {
  beforeEach(() => serve())

  test('are counted on its card, which links to them', async () => {
    await addPosition('Play')
    const { user, router } = open()
    const link = await screen.findByRole('link', { name: /^1 position in/ })
    expect(screen.getByRole('link', { name: 'Add a position to Calm' })).toHaveAttribute(
      'href',
      `/Kamasutra?category=${ids['Calm']}&add`,
    )
    await user.click(link)
    expect(await screen.findByRole('heading', { level: 1, name: 'Positions' })).toBeVisible()
    expect(router.state.location.search).toBe(`?category=${ids['Play']}`)
  })

  test('filter the list, with the number of categories', async () => {
    await addPosition('Play')
    const { user, router } = open('?search=a')
    await screen.findByRole('link', { name: /^1 position in/ })
    await user.click(screen.getByRole('button', { name: 'Positions' }))
    const options = within(await screen.findByRole('listbox')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['With positions 1', 'Without positions 1'])
    await user.click(screen.getByRole('option', { name: /^Without/ }))
    expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
    expect(router.state.location.search).toBe('?search=a&positions=none')
  })
})

describe('deleting', () => {
  beforeEach(() => serve())

  test('asks about a category and its positions together, which one batch deletes and one Undo restores', async () => {
    await addPosition('Play')
    await addPosition('Play', 'Chasing')
    const { fetch, calls } = recording(server.fetch)
    const { user } = open('', fetch)
    await screen.findByRole('link', { name: /^2 positions in/ })
    await user.click(screen.getByRole('button', { name: 'Delete Play' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this category?' })
    expect(dialog).toHaveAccessibleDescription(
      'Play and its 2 positions will go to the trash for 30 days, with their images.',
    )
    expect(within(dialog).getByRole('link', { name: '2 positions' })).toHaveAttribute(
      'href',
      `/Kamasutra?category=${ids['Play']}`,
    )
    await user.click(within(dialog).getByRole('button', { name: 'Delete with 2 positions' }))
    expect((await screen.findAllByText('Play with 2 positions was deleted.'))[0]).toBeVisible()
    const deletions = calls.filter((call) => call.startsWith('DELETE'))
    expect(deletions.map((call) => call.split(/[/?]/)[3])).toEqual(['subcategory', 'subcategory', 'category'])
    expect(new Set(deletions.map((call) => call.split('?')[1])).size).toBe(1)

    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect((await screen.findAllByText('3 records were restored.'))[0]).toBeVisible()
    expect(await screen.findByRole('link', { name: /^2 positions in/ })).toBeVisible()
  })

  test('keeps the batch when the category is refused after its positions, so that one Undo restores them all', async () => {
    await addPosition('Play')
    let isRefused = true
    const { fetch, calls } = recording(server.fetch)
    const refusing = intercept(fetch, DELETE, () => envelope(500))
    const { user } = open('', (request) => (isRefused ? refusing : fetch)(request))
    await screen.findByRole('link', { name: /^1 position in/ })
    await user.click(screen.getByRole('button', { name: 'Delete Play' }))
    await user.click(await screen.findByRole('button', { name: 'Delete with 1 position' }))
    expect(await within(screen.getByRole('alertdialog')).findByRole('alert')).toBeVisible()
    isRefused = false
    await user.click(screen.getByRole('button', { name: 'Delete category' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: /^1 position in/ })).toBeVisible()
    expect(calls).toContain('POST /api/admin/trash/restore')
  })

  test.each([
    { chosen: 'Delete Play', isBulk: false, confirmation: 'Delete with 1 position', end: 'Cancel' },
    { chosen: 'Select Play', isBulk: true, confirmation: 'Delete 1 category', end: 'Close' },
  ])('offers Undo for the positions of a category that was refused after them: $chosen', async (variant) => {
    const { chosen, isBulk, confirmation, end } = variant
    await addPosition('Play')
    const { user } = open(
      '',
      intercept(server.fetch, DELETE, () => envelope(409, 'Another position was added.')),
    )
    await screen.findByRole('link', { name: /^1 position in/ })
    await user.click(screen.getByLabelText(chosen))
    if (isBulk) await user.click(screen.getByRole('button', { name: confirmation }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: confirmation }))
    expect(await within(dialog).findByText(/Another position was added/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: end }))
    expect((await screen.findAllByText('1 position was deleted.'))[0]).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: /^1 position in/ })).toBeVisible()
  })

  test('deletes several with their positions, permanently on a server without a trash', async () => {
    await addPosition('Play')
    await addPosition('Calm')
    const { fetch, calls } = recording(
      withData(server.fetch, 'GET /api/admin/get-settings', (data: object) => ({ ...data, extensions: [] })),
    )
    const { user } = open('', fetch)
    await screen.findAllByRole('link', { name: /^1 position in/ })
    await user.click(screen.getByRole('checkbox', { name: 'Select Play' }))
    await user.click(screen.getByRole('button', { name: 'Select all 3' }))
    await user.click(screen.getByRole('button', { name: 'Delete 3 categories' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveAccessibleDescription(/This cannot be undone/)
    expect(within(dialog).getByText('Their 2 positions will be deleted too.')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Delete 3 categories' }))
    expect((await screen.findAllByText('All 3 categories were deleted.'))[0]).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(calls.filter((call) => /^DELETE [^?]*$/.test(call))).toHaveLength(5)
    expect(await api('GET subcategories')).toEqual([])
  })

  test.each([
    ['a refusal without a message', () => envelope(500), 'Failed to delete category.'],
    [
      'a lost connection',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'An error occurred while deleting category.',
    ],
  ])('shows %s in the dialog, which stays open', async (_, respond, text) => {
    const { user } = open('', intercept(server.fetch, DELETE, respond))
    await user.click(await screen.findByRole('button', { name: 'Delete Play' }))
    await user.click(await screen.findByRole('button', { name: 'Delete category' }))
    expect(await within(screen.getByRole('alertdialog')).findByRole('alert')).toHaveTextContent(text)
  })
})
