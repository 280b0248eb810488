import { expect, it } from 'vitest'
import { createApi } from './client.ts'
import { multipart } from './multipart.ts'

it('sends a category as a form with its file and without the fields that are undefined', async () => {
  let sent: FormData | undefined
  const api = createApi({
    baseUrl: 'https://api.test',
    getToken: () => 't',
    fetch: async (request) => {
      sent = await request.formData()
      return Response.json({ code: 200, message: 'ok', data: { id: 7, category_name: 'Trust' } })
    },
  })
  const category_image = new File(['x'], 'trust.png', { type: 'image/png' })
  await api.POST('/api/admin/category', multipart({ id: 7, category_name: 'Trust', category_image }))
  expect(sent?.get('id')).toBe('7')
  expect(sent?.get('category_name')).toBe('Trust')
  expect(sent?.get('category_image')).toMatchObject({ name: 'trust.png', type: 'image/png', size: 1 })

  await api.POST('/api/admin/category', multipart({ id: 7, category_name: 'Trust', category_image: undefined }))
  expect(sent?.has('category_image')).toBe(false)
})
