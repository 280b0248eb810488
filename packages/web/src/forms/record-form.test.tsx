import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { formOf } from '@rapport/server/form'
import { freshServer } from '@rapport/server/fresh-server'
import type { TestServerOptions } from '@rapport/server/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { pngFile } from '#testing/image-files.ts'
import { intercept, recording, renderApp, withData } from '#testing/render-app.tsx'

type Position = Schemas['Position']

const LIST = 'GET /api/admin/subcategories'
const SAVE = 'POST /api/admin/subcategory'
const BATCH = '6d1f2a34-0b5c-4d6e-8f70-112233445566'

const server = freshServer()
let id: number
let categoryId: number

async function serve(options: TestServerOptions = {}) {
  await server.restart(options)
  localStorage.setItem('authEmail', server.admin.email)
  categoryId = (await post('category', { category_name: 'Trust', category_image: pngFile('a.png') })).id
  const texts = { subcategory_name: 'Side by Side', benefits: 'Near.', tips: 'Listen.' }
  id = (await post('subcategory', { ...texts, category_id: categoryId, sub_cat_image: pngFile('a.png') })).id
}

const api = <Data = { id: number },>(call: Parameters<typeof callApi>[1], body?: object) =>
  callApi<Data>(server, call, body)
const post = (path: string, fields: Parameters<typeof formOf>[0]) => api(`POST ${path}`, formOf(fields))

async function saved(): Promise<Position> {
  const [position] = await api<Position[]>('GET subcategories')
  if (!position) throw new Error('There is no position.')
  return position
}

/** Saves these fields as another admin, and all others unchanged. */
async function saveElsewhere(fields: Record<string, string | Blob>) {
  const { subcategory_name, benefits, tips } = await saved()
  const texts = { subcategory_name, benefits: benefits ?? '', tips: tips ?? '' }
  await post('subcategory', { id, category_id: categoryId, ...texts, ...fields })
}

async function openForm(fetch = server.fetch) {
  const app = renderApp(`/Kamasutra?edit=${id}`, { ...server, fetch })
  await screen.findByLabelText('Position Name*')
  // The extensions have loaded when the menu shows the name.
  await screen.findByRole('button', { name: 'Ada' })
  return app
}

async function write(user: UserEvent, label: string, text: string) {
  await user.clear(await screen.findByLabelText(label))
  await user.type(screen.getByLabelText(label), text)
}

const update = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Update' }))
const choice = async (field: string, name: string) =>
  within(await screen.findByRole('group', { name: field })).getByRole('radio', { name })

test.each([
  ['numbers as text', String],
  ['other texts', (version: number) => `v${version}`],
])('fields that only one editor changed are merged where versions are %s', async (_, formatVersion) => {
  await serve()
  const asText = (positions: Position[]) =>
    positions.map((position) => ({ ...position, version: formatVersion(Number(position.version)) }))
  const { user } = await openForm(withData(server.fetch, LIST, asText))
  await write(user, 'Benefits', 'Close.')
  await saveElsewhere({ tips: 'Ask.' })
  await update(user)
  await screen.findAllByText('Side by Side was updated. Also kept: Tips, changed by someone else.')
  expect(await saved()).toMatchObject({ benefits: 'Close.', tips: 'Ask.' })
})

describe.each([
  ['by version', undefined],
  ['on a server without versions', { extensions: [] }],
])('two editors of a record, %s', (kind, options) => {
  const isPlain = options !== undefined

  test('merges fields that only one editor changed', async () => {
    await serve(options)
    const { user } = await openForm()
    await write(user, 'Benefits', 'Close.')
    await saveElsewhere({ tips: 'Ask.', sub_cat_image: pngFile('b.png', { seed: 5 }) })
    const { sub_cat_image } = await saved()
    await update(user)
    const text = 'Side by Side was updated. Also kept: Photo, Tips, changed by someone else.'
    expect(await screen.findAllByText(text)).not.toHaveLength(0)
    expect(await saved()).toMatchObject({ benefits: 'Close.', tips: 'Ask.', sub_cat_image })
  })

  test('shows a field that both editors changed side by side, and saves nothing until one value is chosen', async () => {
    await serve(options)
    const { user } = await openForm()
    await write(user, 'Tips', 'Breathe.')
    await write(user, 'Benefits', 'Close.')
    await saveElsewhere({ tips: 'Ask.', benefits: 'Warm.' })
    await update(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('this record was changed in the meantime')
    await waitFor(() => expect(alert).toHaveFocus())
    expect(screen.queryAllByText(/their change may be overwritten/)).toHaveLength(isPlain ? 1 : 0)
    const question = within(alert).getByText(/To combine two texts, choose Yours/)
    await waitFor(() =>
      expect(question).toHaveTextContent(isPlain ? /^Choose/ : /^Ada .* saved it on .* \d{4}, \d\d:\d\d\. Choose/),
    )
    const tips = screen.getByRole('group', { name: 'Tips' })
    expect(within(tips).getByRole('radio', { name: 'Theirs' })).toHaveAccessibleDescription('Ask.')
    expect(within(tips).getByRole('radio', { name: 'Yours' })).toHaveAccessibleDescription('Breathe.')

    await user.click(await choice('Tips', 'Yours'))
    await user.type(screen.getByRole('textbox', { name: 'Tips' }), ' Ask.')
    await user.click(await choice('Benefits', 'Yours'))
    await user.click(await choice('Benefits', 'Theirs'))
    expect(screen.getByLabelText('Benefits')).toHaveValue('Warm.')
    expect(await saved()).toMatchObject({ tips: 'Ask.', benefits: 'Warm.' })
    await update(user)
    await screen.findAllByText('Side by Side was updated.')
    expect(await saved()).toMatchObject({ tips: 'Breathe. Ask.', benefits: 'Warm.' })
  })

  test('a save with an unresolved conflict leads to that conflict', async () => {
    await serve(options)
    const { user } = await openForm()
    await write(user, 'Tips', 'Breathe.')
    await saveElsewhere({ tips: 'Ask.' })
    await update(user)
    await choice('Tips', 'Yours')
    await update(user)
    expect(await choice('Tips', 'Theirs')).toHaveFocus()
    expect((await saved()).tips).toBe('Ask.')
  })

  test('shows the conflict again when the other admin saves once more', async () => {
    await serve(options)
    const { user } = await openForm()
    await write(user, 'Tips', 'Breathe.')
    await saveElsewhere({ tips: 'Ask.' })
    await update(user)
    await user.click(await choice('Tips', 'Yours'))
    await saveElsewhere({ tips: 'Wait.' })
    await update(user)
    await waitFor(async () => expect(await choice('Tips', 'Theirs')).toHaveAccessibleDescription('Wait.'))
    expect(await choice('Tips', 'Yours')).not.toBeChecked()
    await user.click(await choice('Tips', 'Yours'))
    await update(user)
    await screen.findAllByText('Side by Side was updated.')
    expect((await saved()).tips).toBe('Breathe.')
  })

  test('shows both images when both editors replaced the image', async () => {
    await serve(options)
    const { user } = await openForm()
    await user.upload(screen.getByLabelText(/^Photo/), pngFile('mine.png', { seed: 6 }))
    await screen.findByText('mine.png')
    await saveElsewhere({ sub_cat_image: pngFile('theirs.png', { seed: 7 }) })
    const { sub_cat_image } = await saved()
    await update(user)
    const photo = await screen.findByRole('group', { name: 'Photo' })
    expect(Array.from(photo.querySelectorAll('img'), ({ src }) => src)).toEqual([
      expect.stringContaining(sub_cat_image ?? 'none'),
      expect.stringContaining('blob:'),
    ])
    expect(screen.queryByText(/To combine two texts/)).toBeNull()
    await user.click(await choice('Photo', 'Theirs'))
    await user.click(await choice('Photo', 'Yours'))
    await update(user)
    await screen.findAllByText('Side by Side was updated.')
    expect((await saved()).sub_cat_image).not.toBe(sub_cat_image)
  })

  test('an old draft does not overwrite later saves', async () => {
    await serve(options)
    const { user } = await openForm()
    await write(user, 'Tips', 'Breathe.')
    cleanup()
    await saveElsewhere({ tips: 'Ask.' })
    await openForm()
    await waitFor(() => expect(screen.getByLabelText('Tips')).toHaveValue('Breathe.'))
    await update(user)
    expect(await choice('Tips', 'Theirs')).toHaveAccessibleDescription('Ask.')
    expect((await saved()).tips).toBe('Ask.')
  })

  test('a reload of the list while a field is edited does not hide a conflict', async () => {
    await serve(options)
    const { user, router } = await openForm()
    await write(user, 'Tips', 'Breathe.')
    await saveElsewhere({ tips: 'Ask.', benefits: 'Warm.' })
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(screen.getByLabelText('Benefits')).toHaveValue('Warm.'))
    later.mockRestore()
    expect(screen.getByLabelText('Tips')).toHaveValue('Breathe.')
    // Values that the form showed before it was edited do not conflict.
    await write(user, 'Benefits', 'Warmer.')
    await update(user)
    expect(await choice('Tips', 'Theirs')).toHaveAccessibleDescription('Ask.')
    expect(screen.queryByRole('group', { name: 'Benefits' })).toBeNull()
    expect(router.state.location.search).toContain('edit')
  })

  test('keeps the form when another admin deletes the record', async () => {
    await serve(options)
    const { user } = await openForm()
    await write(user, 'Tips', 'Breathe.')
    await api(`DELETE subcategory/${id}`)
    await update(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('this record was deleted in the meantime')
    expect(screen.getByLabelText('Tips')).toHaveValue('Breathe.')
  })
})

test('saves a record that another admin deleted and restored', async () => {
  await serve()
  const { user } = await openForm()
  await write(user, 'Tips', 'Breathe.')
  await api(`DELETE subcategory/${id}?batch=${BATCH}`)
  await update(user)
  await screen.findByText(/this record was deleted in the meantime/)
  await api('POST trash/restore', { batch: BATCH })
  await update(user)
  await screen.findAllByText('Side by Side was updated.')
  expect((await saved()).tips).toBe('Breathe.')
})

test('a retry after a lost response is not a conflict', async () => {
  await serve()
  let isLost = true
  const { user } = await openForm(async (request) => {
    const response = await server.fetch(request)
    if (!isLost || !request.url.endsWith('/subcategory')) return response
    isLost = false
    throw new TypeError('Failed to fetch')
  })
  await write(user, 'Tips', 'Breathe.')
  await update(user)
  await screen.findByText('An error occurred while saving position.')
  await update(user)
  await screen.findAllByText('Side by Side was updated.')
  expect((await saved()).tips).toBe('Breathe.')
})

test('gives up when the record changes before each attempt', async () => {
  await serve()
  let attempts = 0
  const { user } = await openForm(
    intercept(server.fetch, SAVE, () => {
      attempts += 1
      return Response.json({ code: 412, message: 'Changed.' }, { status: 412 })
    }),
  )
  await write(user, 'Tips', 'Breathe.')
  await update(user)
  await screen.findByText(/others keep changing this record/)
  expect(attempts).toBe(5)
  expect(screen.getByLabelText('Tips')).toHaveValue('Breathe.')
})

test('a server without versions is sent no If-Match, and asked for the list right before the save', async () => {
  await serve({ extensions: [] })
  const sent: (string | null)[] = []
  const { fetch, calls } = recording(async (request) => {
    if (request.method === 'POST') sent.push(request.headers.get('if-match'))
    return server.fetch(request)
  })
  const { user } = await openForm(fetch)
  await write(user, 'Tips', 'Breathe.')
  await update(user)
  await screen.findAllByText('Side by Side was updated.')
  expect(sent).toEqual([null])
  expect(calls.slice(calls.indexOf(SAVE) - 1)).toEqual([LIST, SAVE])
})
