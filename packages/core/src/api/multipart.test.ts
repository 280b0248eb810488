import { expect, it } from 'vitest'
import { createApi } from './client.ts'
import { multipart } from './multipart.ts'

it('sends a category as a form with its file and without the fields that are undefined', async () => {
  let sentForm: FormData | undefined
  const api = createApi({
    baseUrl: 'https://api.test',
    getToken: () => 't',
    fetch: async (request) => {
      sentForm = await request.formData()
      return Response.json({ code: 200, message: 'ok', data: { id: 7, category_name: 'Trust' } })
    },
  })
  const category_image = new File(['x'], 'trust.png', { type: 'image/png' })
  await api.POST('/api/admin/category', multipart({ id: 7, category_name: 'Trust', category_image }))
  expect(sentForm?.get('id')).toBe('7')
  expect(sentForm?.get('category_name')).toBe('Trust')
  expect(sentForm?.get('category_image')).toMatchObject({ name: 'trust.png', type: 'image/png', size: 1 })

  await api.POST('/api/admin/category', multipart({ id: 7, category_name: 'Trust', category_image: undefined }))
  expect(sentForm?.has('category_image')).toBe(false)
})
