import { formOf } from '@rapport/server/form'
import { freshServer } from '@rapport/server/fresh-server'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { pngFile } from '#testing/image-files.ts'
import { envelope, intercept, renderApp, withData } from '#testing/render-app.tsx'

const server = freshServer()

const send = async (call: Parameters<typeof callApi>[1], body: object) => (await callApi(server, call, body)).id

const PRODUCT = { product_id: 'gold', name: 'Gold', price: 10, currency: 'EUR', billing_cycle: 'monthly' }

function saveCategory(category_name: string, { id, seed }: { id?: number; seed?: number } = {}): Promise<number> {
  const fields = { ...(id !== undefined && { id }), category_name }
  return send(
    'POST category',
    formOf(seed === undefined ? fields : { ...fields, category_image: pngFile('a.png', { seed }) }),
  )
}

const open = (path: string, fetch = server.fetch) => renderApp(path, { ...server, fetch })

test('an earlier version of a product is put into its form and saved like any change', async () => {
  const id = await send('POST subscription-products', { ...PRODUCT, trial_period_days: 7 })
  await send(`PUT subscription-products/${id}`, { ...PRODUCT, price: 12, trial_period_days: 7 })
  await send(`PUT subscription-products/${id}`, { ...PRODUCT, price: 12, name: 'Gold plus', trial_period_days: 0 })
  const { user } = open(`/subscription?edit=${id}`)
  expect(await screen.findByText('Gold plus', { selector: 'header *' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'History' }))
  expect(await screen.findAllByRole('button', { name: 'Details' })).toHaveLength(3)
  const restore = screen.getAllByRole('button', { name: 'Restore this version' })
  expect(restore).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Show in History' })).toHaveAttribute(
    'href',
    `/history?kind=product&search=%23${id}`,
  )
  await user.click(restore[1] ?? document.body)
  expect(await screen.findByLabelText(/^Name/)).toHaveValue('Gold')
  expect(screen.getByLabelText(/^Price/)).toHaveValue('10')
  expect(screen.getByLabelText(/^Trial/)).toHaveValue(7)
  expect(screen.getByRole('list', { name: 'Changes' })).toHaveTextContent(
    'Name: Gold plus → GoldPrice: 12 → 10Trial days: 0 → 7',
  )
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect((await screen.findAllByText('Gold was updated.'))[0]).toBeVisible()
  expect(await screen.findByRole('row', { name: /Gold/ })).toHaveTextContent('€10')
})

test('the creation of a record names the filled-in fields by the labels of the import', async () => {
  const category_id = await saveCategory('Calm', { seed: 1 })
  const image = pngFile('a.png', { seed: 2 })
  const id = await send(
    'POST subcategory',
    formOf({ category_id, subcategory_name: 'Tea', tips: 'Slowly', sub_cat_image: image }),
  )
  const { user } = open(`/Kamasutra?edit=${id}`)
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  await user.click(await screen.findByRole('button', { name: 'Details' }))
  expect(await screen.findByRole('list', { name: 'Changes' })).toHaveTextContent(
    /^Category: CalmTips: SlowlyName: TeaImage: image [0-9a-f]{8}$/,
  )
})

test('restores an image that the server still has, and says when it is gone', async () => {
  const id = await saveCategory('Calm', { seed: 1 })
  await saveCategory('Calm down', { id, seed: 2 })
  const { user } = open(`/category?edit=${id}`)
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  await user.click(await screen.findByRole('button', { name: 'Restore this version' }))
  expect(await screen.findByText(/Its image is no longer on the server/)).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Category Name*')).toHaveValue('Calm'))
  await user.click(screen.getByRole('tab', { name: 'History' }))
  expect(await screen.findByRole('button', { name: 'Restore this version' })).toBeDisabled()

  await user.click(screen.getByRole('tab', { name: 'Details' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('Category Name*')).toHaveValue('Calm down')
  // Another category shows the same image.
  await saveCategory('Play', { seed: 1 })
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await user.click(await screen.findByRole('button', { name: 'Restore this version' }))
  expect(await screen.findByText(/^Image:$/)).toBeVisible()
  expect(screen.queryByText(/Its image is no longer/)).toBeNull()
})

test('shows no history for a new record, and the history of a user in their details', async () => {
  const { id } = await server.addUser({ first_name: 'Grace', last_name: 'Hopper' })
  const event = {
    id: 1,
    at: '2026-03-02T17:42:00Z',
    event: 'user.updated',
    entity: 'user',
    changes: [{ field: 'email' }],
  }
  const { user, router } = open(
    '/category?add',
    withData(server.fetch, 'GET /api/admin/history', () => ({ events: [event], next: null })),
  )
  expect(await screen.findByLabelText('Category Name*')).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
  await act(() => router.navigate(`/User?range=all&user=${id}`))
  const drawer = await screen.findByRole('dialog', { name: 'Details of Grace Hopper' })
  await user.click(await within(drawer).findByRole('tab', { name: 'History' }))
  expect(await within(drawer).findByText(/changed the email of/)).toBeVisible()
  expect(within(drawer).getByText(/which fields changed, not their values/)).toBeVisible()
})

test('shows an error when the history cannot be loaded, and Retry loads it', async () => {
  const id = await saveCategory('Calm', { seed: 1 })
  let fails = true
  const failing = intercept(server.fetch, 'GET /api/admin/history', () => envelope(500))
  const { user } = open(`/category?edit=${id}`, (request) => (fails ? failing : server.fetch)(request))
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  expect(await screen.findByText('Failed to fetch the history.')).toBeVisible()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/added the category/)).toBeVisible()
})
