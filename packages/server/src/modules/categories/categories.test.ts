import type { Category } from '@rapport/core/entities/categories/category.ts'
import { describe, expect } from 'vitest'
import type { Call } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'
import type { TestServer } from '#server/testing/start.ts'

const PATH = '/api/admin/category'

const add = (call: Call, name: string, image: Blob | undefined = samplePng()) =>
  call<Category>('POST', PATH, formOf({ category_name: name, category_image: image }))
const change = (call: Call, id: unknown, name: string, image?: Blob) =>
  call<Category>('POST', PATH, formOf({ id: String(id), category_name: name, category_image: image }))
const list = async (call: Call) => (await call<Category[]>('GET', '/api/admin/categories')).body.data
const images = ({ database }: TestServer) => database.db.selectFrom('images').select('sha256').execute()

onEachEngine(({ it }) => {
  it('keeps a stored name that could not be typed today when the image is saved', async ({ server, call }) => {
    const { id } = (await add(call, 'A')).body.data
    const category_name = 'A\r\nB'
    await server.database.db.updateTable('categories').set({ name: category_name }).execute()
    const saved = await change(call, id, category_name, samplePng(2))
    expect(saved).toMatchObject({ status: 200, body: { data: { category_name } } })
    expect((await change(call, id, 'A\r\nC')).status).toBe(422)
  })

  describe('saveCategory', () => {
    it('adds a category at the top of the list', async ({ server, call }) => {
      await add(call, 'First')
      const { status, body } = await add(call, '  Trust & Care ', samplePng())
      expect(status).toBe(200)
      expect(body.data).toEqual({
        id: expect.any(Number),
        category_name: 'Trust & Care',
        slug: 'trust-care',
        category_image: expect.stringMatching(/^\/media\/[\da-f]{64}\.png$/),
        version: 1,
      })
      expect((await list(call)).map(({ category_name }) => category_name)).toEqual(['Trust & Care', 'First'])
      expect((await list(call))[0]).toEqual(body.data)
      expect((await server.fetch(new Request(server.baseUrl + body.data.category_image))).status).toBe(200)
    })

    it('changes a category by id, and keeps its slug, and its image unless a new one is sent', async ({
      server,
      call,
    }) => {
      const { id, category_image } = (await add(call, 'Old')).body.data
      expect((await change(call, id, 'New', new Blob([]))).body.data).toEqual({
        id,
        category_name: 'New',
        slug: 'old',
        category_image,
        version: 2,
      })
      const changed = (await change(call, id, 'New', samplePng(2))).body.data
      expect(changed.category_image).not.toBe(category_image)
      expect(await list(call)).toEqual([changed])
      expect(await images(server)).toHaveLength(1)
    })

    it('makes slugs of any script, and numbers those that are taken', async ({ call }) => {
      const slugs: unknown[] = []
      for (const name of ['Café', 'Cafe!', 'cafe 2', '(Café)', '親密さ', '❤️', '💛']) {
        slugs.push((await add(call, name)).body.data.slug)
      }
      expect(slugs).toEqual(['cafe', 'cafe-2', 'cafe-2-2', 'cafe-3', '親密さ', 'category', 'category-2'])
    })

    it('names each invalid field, with the texts of the console', async ({ server, call }) => {
      const refusals: [Record<string, string | Blob | undefined>, number, string, string][] = [
        [{ category_image: samplePng() }, 400, 'category_name', 'Category name cannot be empty.'],
        [{ category_name: '', category_image: samplePng() }, 400, 'category_name', 'Category name cannot be empty.'],
        [{ category_name: ' ', category_image: samplePng() }, 422, 'category_name', 'Category name cannot be empty.'],
        [{ category_name: 'x'.repeat(101) }, 400, 'category_name', 'Please use at most 100 characters.'],
        [{ category_name: 'A' }, 422, 'category_image', 'Please select an image for the category.'],
        [{ category_name: 'A', category_image: '' }, 422, 'category_image', 'Please select an image for the category.'],
        [
          { category_name: 'A', category_image: new Blob(['GIF89a']) },
          422,
          'category_image',
          'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.',
        ],
        [{ category_name: 'A', slug: 'b' }, 400, 'slug', 'This field is unknown.'],
      ]
      for (const [fields, status, field, text] of refusals) {
        const response = await call('POST', PATH, formOf(fields))
        expect({ status: response.status, errors: response.body.errors }).toEqual({ status, errors: { [field]: text } })
      }
      expect(await list(call)).toEqual([])
      expect(await images(server)).toEqual([])
    })

    it('refuses a taken name, ignoring case and spaces, and changes nothing', async ({ server, call }) => {
      const first = (await add(call, 'Zoë  and Bo')).body.data
      const second = (await add(call, 'Other')).body.data
      const text = 'There is already a category named “ZOË and bo”.'
      for (const response of [
        await add(call, ' ZOË and bo ', samplePng(2)),
        await change(call, second.id, 'ZOË and bo', samplePng(2)),
      ]) {
        expect(response).toMatchObject({ status: 409, body: { message: text, errors: { category_name: text } } })
      }
      expect(await list(call)).toEqual([second, first])
      expect(await images(server)).toHaveLength(1)
      expect((await change(call, first.id, 'ZOË AND BO')).status).toBe(200)
    })

    it('responds with 404 for an unknown id, and stores no image', async ({ server, call }) => {
      for (const id of ['1', '0', 'x', '1.0', '9'.repeat(20)]) {
        expect((await change(call, id, 'A', samplePng())).status).toBe(404)
      }
      expect(await images(server)).toEqual([])
    })
  })

  describe('deleteCategory', () => {
    it('deletes a category and its image, and responds with 404 the second time', async ({ call }) => {
      const { id } = (await add(call, 'A')).body.data
      expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200)
      expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(404)
      expect((await call('DELETE', `${PATH}/x`)).status).toBe(404)
    })

    it('refuses while the category has positions, and says how many', async ({ call }) => {
      const { id } = (await add(call, 'A')).body.data
      await addPosition(call, id, 'One')
      const response = await call('DELETE', `${PATH}/${id}`)
      expect(response.status).toBe(409)
      expect(response.body.message).toBe('This category still has a position. Please delete or move it first.')
      await addPosition(call, id, 'Two')
      expect((await call('DELETE', `${PATH}/${id}`)).body.message).toMatch('2 positions')
      expect(await list(call)).toHaveLength(1)
    })
  })
})

onPostgres(({ it }) => {
  it('gives each of many concurrent categories its own slug', async ({ call }) => {
    const names = Array.from({ length: 8 }, (_, index) => `Cafe${'!'.repeat(index)}`)
    const responses = await Promise.all(names.map((name) => add(call, name)))
    expect(responses.map(({ status }) => status)).toEqual(names.map(() => 200))
    expect(new Set(responses.map(({ body }) => body.data.slug)).size).toBe(8)
  })

  it('never deletes a category to which a position is being added', async ({ call }) => {
    for (let trial = 0; trial < 25; trial += 1) {
      const { id } = (await add(call, `Trial ${trial}`, samplePng(trial))).body.data
      const [added, deleted] = await Promise.all([addPosition(call, id, 'Position'), call('DELETE', `${PATH}/${id}`)])
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([added.status, deleted.status])
    }
  })
})

const addPosition = (call: Call, categoryId: unknown, name: string) =>
  call(
    'POST',
    '/api/admin/subcategory',
    formOf({ category_id: String(categoryId), subcategory_name: name, sub_cat_image: samplePng() }),
  )
