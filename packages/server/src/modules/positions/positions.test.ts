import type { Position } from '@rapport/core/entities/positions/position.ts'
import { describe, expect } from 'vitest'
import type { Call } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng, sampleSvg } from '#server/testing/images/sample-images.ts'
import type { TestServer } from '#server/testing/start.ts'

type Fields = Record<string, string | number | Blob | undefined>

const PATH = '/api/admin/subcategory'

const save = (call: Call, fields: Fields) => call<Position>('POST', PATH, formOf(fields))
const list = async (call: Call) => (await call<Position[]>('GET', '/api/admin/subcategories')).body.data
const images = ({ database }: TestServer) => database.db.selectFrom('images').select('sha256').execute()
const aPosition = (category_id: number, fields: Fields = {}): Fields => ({
  category_id,
  subcategory_name: 'Side by Side',
  sub_cat_image: samplePng(),
  ...fields,
})

/** Inserts a category directly, since these tests are about positions. */
async function addCategory({ database }: TestServer, name = 'Talking'): Promise<number> {
  const row = { name, name_key: name.toLowerCase(), slug: name.toLowerCase(), image: null, created_at: 0 }
  return (await database.db.insertInto('categories').values(row).returning('id').executeTakeFirstOrThrow()).id
}

onEachEngine(({ it }) => {
  describe('savePosition', () => {
    it('adds a position at the top of the list', async ({ server, call }) => {
      const category_id = await addCategory(server)
      await save(call, aPosition(category_id))
      const { status, body } = await save(
        call,
        aPosition(category_id, { subcategory_name: ' Face to Face ', tips: ' Sit down.\n', benefits: '' }),
      )
      expect(status).toBe(200)
      expect(body.data).toEqual({
        id: expect.any(Number),
        category_id,
        category: { category_name: 'Talking' },
        subcategory_name: 'Face to Face',
        benefits: '',
        tips: ' Sit down.\n',
        challenges: null,
        safety_tips: null,
        sub_cat_image: expect.stringMatching(/^\/media\/[\da-f]{64}\.png$/),
        version: 1,
      })
      const listed = await list(call)
      expect(listed.map(({ subcategory_name }) => subcategory_name)).toEqual(['Face to Face', 'Side by Side'])
      expect(listed[0]).toEqual(body.data)
    })

    it('changes a position by id, moves it, and keeps image and texts that are not sent', async ({ server, call }) => {
      const [categoryId, newCategoryId] = [await addCategory(server), await addCategory(server, 'Resting')]
      const created = (await save(call, aPosition(categoryId, { tips: 'Sit.', challenges: 'Time.' }))).body.data
      const edit = { id: Number(created.id), category_id: newCategoryId, subcategory_name: 'Moved', challenges: '' }
      const expected = { ...created, ...edit, category: { category_name: 'Resting' }, version: 2 }
      expect((await save(call, edit)).body.data).toEqual(expected)
      expect(await list(call)).toEqual([expected])

      const pictured = (await save(call, { ...edit, sub_cat_image: samplePng(2) })).body.data
      expect(pictured.sub_cat_image).not.toBe(created.sub_cat_image)
      expect(await images(server)).toHaveLength(1)
    })

    it('names each invalid field, with the texts of the console', async ({ server, call }) => {
      const id = await addCategory(server)
      const wrongType = 'Invalid file type. Please select a PNG, JPG, or JPEG image.'
      const noCategory = 'This category no longer exists. Please select another one.'
      const refusals: [Fields, number, string, string][] = [
        [{ subcategory_name: '' }, 400, 'subcategory_name', 'Position name is required.'],
        [{ subcategory_name: '\t' }, 422, 'subcategory_name', 'Position name is required.'],
        [{ category_id: undefined }, 400, 'category_id', 'Please select a category.'],
        [{ category_id: '' }, 400, 'category_id', 'Please select a category.'],
        [{ category_id: id + 1 }, 422, 'category_id', noCategory],
        [{ category_id: 'x' }, 422, 'category_id', noCategory],
        [{ tips: 'x'.repeat(10_001) }, 400, 'tips', 'Please use at most 10000 characters.'],
        [{ sub_cat_image: undefined }, 422, 'sub_cat_image', 'Please select an image.'],
        [{ sub_cat_image: sampleSvg() }, 422, 'sub_cat_image', wrongType],
        [{ sub_cat_image: new Blob(['<html>'], { type: 'image/png' }) }, 422, 'sub_cat_image', wrongType],
        [{ tips: new Blob(['a file']), sub_cat_image: undefined }, 400, 'tips', 'Must be string.'],
      ]
      for (const [fields, status, field, text] of refusals) {
        const response = await save(call, aPosition(id, fields))
        expect({ fields, status: response.status, errors: response.body.errors }).toEqual({
          fields,
          status,
          errors: { [field]: text },
        })
      }
      expect((await save(call, aPosition(id, { tips: 'a\0b' }))).status).toBe(400)
      expect(await list(call)).toEqual([])
      expect(await images(server)).toEqual([])
    })

    it('refuses a name that is taken in its category, and allows it in another', async ({ server, call }) => {
      const [categoryId, otherCategoryId] = [await addCategory(server), await addCategory(server, 'Resting')]
      await save(call, aPosition(categoryId))
      const inOtherCategory = await save(call, aPosition(otherCategoryId))
      expect(inOtherCategory.status).toBe(200)
      const text = 'This category already has a position named “side by  side”.'
      const edit = {
        id: Number(inOtherCategory.body.data.id),
        category_id: categoryId,
        subcategory_name: 'side by  side',
      }
      for (const fields of [aPosition(categoryId, { subcategory_name: 'side by  side' }), edit]) {
        const response = await save(call, fields)
        expect(response).toMatchObject({ status: 409, body: { message: text, errors: { subcategory_name: text } } })
      }
    })

    it('responds with 404 for an unknown id', async ({ server, call }) => {
      const category_id = await addCategory(server)
      for (const id of ['1', '-1', 'x']) expect((await save(call, aPosition(category_id, { id }))).status).toBe(404)
      expect(await images(server)).toEqual([])
    })
  })

  describe('deletePosition', () => {
    it('deletes a position and responds with 404 the second time', async ({ server, call }) => {
      const category_id = await addCategory(server)
      const position = (await save(call, aPosition(category_id))).body.data
      const otherPosition = (await save(call, aPosition(category_id, { subcategory_name: 'Other' }))).body.data
      expect((await call('DELETE', `${PATH}/${position.id}`)).status).toBe(200)
      expect((await call('DELETE', `${PATH}/${position.id}`)).status).toBe(404)
      expect(await list(call)).toEqual([otherPosition])
    })
  })
})

onPostgres(({ it }) => {
  it('gives a name to one of many concurrent positions in a category', async ({ server, call }) => {
    const category_id = await addCategory(server)
    const responses = await Promise.all(Array.from({ length: 8 }, () => save(call, aPosition(category_id))))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ])
  })

  it('lets two positions swap names and images at the same time without a server error', async ({ server, call }) => {
    const category_id = await addCategory(server)
    const fields = [
      aPosition(category_id, { subcategory_name: 'A', sub_cat_image: samplePng(1) }),
      aPosition(category_id, { subcategory_name: 'B', sub_cat_image: samplePng(2) }),
    ]
    const ids: number[] = []
    for (const position of fields) ids.push(Number((await save(call, position)).body.data.id))
    for (let trial = 0; trial < 10; trial += 1) {
      fields.reverse()
      const statuses = await Promise.all(
        ids.map(async (id, index) => (await save(call, { ...fields[index], id })).status),
      )
      for (const status of statuses) expect([200, 409]).toContain(status)
    }
  })
})
