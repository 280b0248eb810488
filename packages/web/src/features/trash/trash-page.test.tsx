import { formOf } from '@rapport/server/form'
import { freshServer } from '@rapport/server/fresh-server'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { chooseFilter } from '#testing/choose-filter.ts'
import { pngFile } from '#testing/image-files.ts'
import { envelope, intercept, recording, renderApp } from '#testing/render-app.tsx'

const server = freshServer()

const api = (call: Parameters<typeof callApi>[1], body?: object) => callApi(server, call, body)

async function addCategory(name: string): Promise<number> {
  const category_image = pngFile('a.png', { seed: name.length })
  return (await api('POST category', formOf({ category_name: name, category_image }))).id
}

async function deleteCategory(name: string) {
  await api(`DELETE category/${await addCategory(name)}`)
}

const open = (path = '/trash', fetch = server.fetch) => renderApp(path, { ...server, fetch })
const button = (name: string) => screen.findByRole('button', { name })

test('Undo restores several categories that were deleted together', async () => {
  for (const name of ['Calm', 'Play', 'Trust']) await addCategory(name)
  const { fetch, calls } = recording(server.fetch)
  const { user } = open('/category', fetch)
  for (const name of ['Calm', 'Play']) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  await user.click(await button('Delete 2 categories'))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveAccessibleDescription('Calm, Play will go to the trash for 30 days.')
  await user.click(within(dialog).getByRole('button', { name: 'Delete 2 categories' }))
  expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
  await user.click(await button('Undo'))
  expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Categories' })).toHaveFocus()
  const batches = calls.filter((call) => call.startsWith('DELETE')).map((call) => call.split('?')[1])
  expect(batches).toHaveLength(2)
  expect(new Set(batches).size).toBe(1)
})

test('names a single restored record, after Undo and on the trash screen', async () => {
  await addCategory('Calm')
  const { user, router } = open('/category')
  await user.click(await button('Delete Calm'))
  await user.click(await button('Delete category'))
  await user.click(await button('Undo'))
  expect((await screen.findAllByText('Calm was restored.'))[0]).toBeVisible()
  await deleteCategory('Play')
  await router.navigate('/trash')
  await user.click(await button('Restore Play'))
  expect((await screen.findAllByText('Play was restored.'))[0]).toBeVisible()
})

test('Undo says when a name is taken, and links to the trash, which asks for another name', async () => {
  await addCategory('Calm')
  const { user } = open('/category')
  await user.click(await button('Delete Calm'))
  await user.click(await button('Delete category'))
  const undo = await button('Undo')
  await addCategory('Calm')
  await user.click(undo)
  expect(
    (await screen.findAllByText(/could not be restored. Another category now has the name “Calm”./))[0],
  ).toBeVisible()
  // Base UI hides a toast's buttons from screen readers until focused.
  await user.click(await screen.findByRole('button', { name: 'Open the trash', hidden: true }))

  await user.click(await button('Restore Calm'))
  const dialog = await screen.findByRole('alertdialog', { name: '“Calm” could not be restored' })
  const name = within(dialog).getByLabelText('Another name for “Calm”')
  expect(name).toHaveValue('Calm 2')
  await user.clear(name)
  await user.type(name, 'Calm again{Enter}')
  expect(await screen.findByText('The trash is empty')).toBeVisible()
  expect((await screen.findAllByText('Calm again was restored.'))[0]).toBeVisible()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(JSON.stringify(await api('GET categories'))).toContain('Calm again')
})

test('suggests a different name for each record whose name is taken, and restores none whose name is cleared', async () => {
  const long = 'x'.repeat(99)
  for (const name of ['Calm', 'Calm', 'Calm 2', long]) await deleteCategory(name)
  for (const name of ['Calm', 'Calm 2', long]) await addCategory(name)
  const { user } = open()
  const restoreAll = async () => {
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    return screen.findByRole('alertdialog', { name: '4 records could not be restored' })
  }
  const dialog = await restoreAll()
  const fields = within(dialog).getAllByRole('textbox')
  const values = fields.map((field) => field instanceof HTMLInputElement && field.value)
  expect(new Set(values)).toEqual(new Set(['', 'Calm 2 2', 'Calm 3', 'Calm 4']))
  for (const field of fields) await user.clear(field)
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(screen.getByText('Showing 4 out of 4')).toBeVisible()
  const [again] = within(await restoreAll()).getAllByRole('textbox')
  expect(again).toBeValid()
})

test('searches and filters, and restores and purges the selected records', async () => {
  for (const name of ['Calm', 'Play', 'Trust']) await deleteCategory(name)
  const { user, router } = open()
  expect(await screen.findByText('Showing 3 out of 3')).toBeVisible()
  expect(screen.getAllByText('30 days')).toHaveLength(3)
  await user.type(screen.getByRole('searchbox', { name: 'Search the trash' }), 'pla')
  expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
  await chooseFilter(user, 'Kind', 'User')
  expect(await screen.findByText('Nothing in the trash matches')).toBeVisible()
  expect(router.state.location.search).toBe('?search=pla&kind=user')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))

  await user.click(await screen.findByRole('checkbox', { name: 'Select Calm' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Play' }))
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete Trust permanently' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete 1 record?' })
  expect(dialog).toHaveAccessibleDescription('Trust will be deleted permanently. This cannot be undone.')
  await user.click(within(dialog).getByRole('button', { name: 'Delete 1 record' }))
  expect(await screen.findByText('The trash is empty')).toBeVisible()
  expect(screen.getByLabelText('Search the trash').closest('[inert]')).not.toBeNull()
})

test('keeps the focus in the search when a search without hits is cleared', async () => {
  await deleteCategory('Calm')
  const { user } = open('/trash?search=zzz')
  const search = await screen.findByRole('searchbox', { name: 'Search the trash' })
  expect(await screen.findByText('Nothing in the trash matches')).toBeVisible()
  await user.clear(search)
  await waitFor(() => expect(screen.queryByText('Nothing in the trash matches')).toBeNull())
  expect(search.closest('[inert]')).toBeNull()
  expect(await screen.findByText('Showing 1 out of 1')).toBeVisible()
})

test('restores a batch of records, and shows the progress', async () => {
  const batch = '6d1f2a34-0b5c-4d6e-8f70-112233445566'
  for (const name of ['Calm', 'Play', 'Trust']) await api(`DELETE category/${await addCategory(name)}?batch=${batch}`)
  const next = Promise.withResolvers<undefined>()
  let calls = 0
  const { user } = open('/trash', async (request) => {
    if (!request.url.endsWith('/trash/restore')) return server.fetch(request)
    calls += 1
    if (calls === 1) return Response.json({ code: 200, message: '', data: { restored: 1000, left: 3, conflicts: [] } })
    await next.promise
    return server.fetch(request)
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Play' }))
  await user.click(await button('Restore the whole batch'))
  expect((await screen.findAllByText('1000 of 1003 records restored…'))[0]).toBeVisible()
  next.resolve(undefined)
  expect((await screen.findAllByText('1003 records were restored.'))[0]).toBeVisible()
  expect(await screen.findByText('The trash is empty')).toBeVisible()
})

test('waits for a busy server, then restores', async () => {
  await deleteCategory('Calm')
  let attempts = 0
  const { user } = open('/trash', async (request) => {
    if (!request.url.endsWith('/trash/restore')) return server.fetch(request)
    attempts += 1
    return attempts > 1 ? server.fetch(request) : envelope(429, 'Too many.', { 'Retry-After': '1' })
  })
  await user.click(await button('Restore Calm'))
  expect(await screen.findByText('The trash is empty', {}, { timeout: 3000 })).toBeVisible()
  expect(attempts).toBe(2)
})

test('asks with the current number of records, not that of an earlier question', async () => {
  await deleteCategory('Calm')
  const next = Promise.withResolvers<undefined>()
  let isSlow = false
  const { user } = open('/trash', async (request) => {
    if (isSlow && new URL(request.url).searchParams.get('page_size') === '1') await next.promise
    return server.fetch(request)
  })
  await user.click(await button('Empty trash'))
  await screen.findByText(/^1 record will be/)
  await user.click(await button('Cancel'))
  await deleteCategory('Play')
  isSlow = true
  await user.click(await button('Empty trash'))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByRole('button', { name: 'Empty trash' })).toBeDisabled()
  next.resolve(undefined)
  expect(await within(dialog).findByText(/^All 2 records/)).toBeVisible()
})

test('Empty trash names the number of records, and asks for DELETE above 10', async () => {
  for (let at = 0; at < 11; at += 1) await deleteCategory(`Category ${at}`)
  const { user } = open('/trash?search=10')
  await user.click(await button('Empty trash'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to empty the trash?' })
  expect(await within(dialog).findByText(/^All 11 records, including those hidden by filters,/)).toBeVisible()
  await waitFor(() => expect(within(dialog).getByLabelText('Type DELETE to confirm')).toHaveFocus())
  await user.keyboard('DELETE{Enter}')
  expect((await screen.findAllByText('11 records were permanently deleted.'))[0]).toBeVisible()
  expect(await screen.findByText('Nothing in the trash matches')).toBeVisible()
})

test('purges only for a reason where the server requires one, which the history keeps', async () => {
  await server.restart({ extensions: ['trash', 'history'], requiresReason: true })
  for (const name of ['Calm', 'Play', 'Trust']) await deleteCategory(name)
  const { user } = open()
  await user.click(await button('Delete Calm permanently'))
  let dialog = await screen.findByRole('alertdialog')
  const purge = within(dialog).getByRole('button', { name: 'Delete 1 record' })
  expect(purge).toBeDisabled()
  await user.type(within(dialog).getByLabelText(/^Reason/), 'A double')
  await user.click(purge)
  await waitFor(() => expect(dialog).not.toBeInTheDocument())

  await user.click(await button('Empty trash'))
  dialog = await screen.findByRole('alertdialog')
  await within(dialog).findByText(/^All 2 records/)
  expect(within(dialog).getByRole('button', { name: 'Empty trash' })).toBeDisabled()
  await user.type(within(dialog).getByLabelText(/^Reason/), 'Old')
  await user.click(within(dialog).getByRole('button', { name: 'Empty trash' }))
  expect((await screen.findAllByText('2 records were permanently deleted.'))[0]).toBeVisible()
  const { events } = await callApi<{ events: { detail: string }[] }>(server, 'GET history?event=category.purged')
  expect(events.map(({ detail }) => detail)).toEqual(['Old (Trust)', 'Old (Play)', 'A double (Calm)'])
})

test('shows an error when the trash cannot be loaded', async () => {
  open(
    '/trash',
    intercept(server.fetch, 'GET /api/admin/trash', () => envelope(500)),
  )
  expect(await screen.findByText('Failed to fetch the trash.')).toBeVisible()
  expect(await button('Retry')).toBeVisible()
})

test('without the extensions a deletion cannot be undone, and there is neither trash nor history', async () => {
  await server.restart({ extensions: [] })
  const { id } = await server.addUser({ first_name: 'Grace', last_name: 'Hopper' })
  const { fetch, calls } = recording(server.fetch)
  const { user, router } = open('/User?range=all', fetch)
  await user.click(await screen.findByText('Grace Hopper'))
  const drawer = await screen.findByRole('dialog', { name: 'Details of Grace Hopper' })
  expect(within(drawer).queryByRole('tab')).toBeNull()
  expect(within(drawer).queryByRole('button', { name: 'More' })).toBeNull()
  await user.click(within(drawer).getByRole('button', { name: 'Delete user' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveAccessibleDescription(/will be deleted permanently\.\s*This cannot be undone\.$/)
  await user.click(within(dialog).getByRole('button', { name: 'Delete user' }))
  expect((await screen.findAllByText('Grace Hopper was deleted.'))[0]).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(calls).toContain(`DELETE /api/admin/users/${id}`)
  expect(screen.queryByRole('link', { name: /Trash|History/ })).toBeNull()
  for (const name of ['trash', 'history']) {
    await router.navigate(`/${name}`)
    expect(await screen.findByText(`This server has no ${name}.`)).toBeVisible()
  }
})
