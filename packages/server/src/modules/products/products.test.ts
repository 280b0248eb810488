import type { Product } from '@rapport/core/entities/products/product.ts'
import { assert, asyncProperty, integer } from 'fast-check'
import { describe, expect } from 'vitest'
import type { Call } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'

const PATH = '/api/admin/subscription-products'

const aProduct = (fields: Record<string, unknown> = {}) => ({
  product_id: 'rapport.pro.monthly',
  name: 'Pro',
  price: 19.99,
  currency: 'USD',
  billing_cycle: 'yearly',
  trial_period_days: 7,
  ...fields,
})
const add = (call: Call, fields?: Record<string, unknown>) => call<Product>('POST', PATH, aProduct(fields))
const list = async (call: Call) => (await call<Product[]>('GET', PATH)).body.data

onEachEngine(({ it }) => {
  describe('a stored value that could not be typed today', () => {
    it('stays when another field is saved, and is refused as a new value', async ({ server, call }) => {
      const { db } = server.database
      const { id } = (await add(call)).body.data
      await db.updateTable('products').set({ name: 'Pro\nMax\u2800' }).execute()
      const save = (fields: object) =>
        call<Product>('PUT', `${PATH}/${id}`, aProduct({ name: 'Pro\nMax\u2800', ...fields }))
      const saved = await save({ price: 9, product_id: ' trimmed ' })
      expect(saved).toMatchObject({
        status: 200,
        body: { data: { name: 'Pro\nMax\u2800', price: 9, product_id: 'trimmed' } },
      })
      const lineBreak = 'Please use no line breaks or control characters.'
      expect(await save({ name: 'Pro\nMin' })).toMatchObject({ status: 422, body: { errors: { name: lineBreak } } })
      expect(await save({ product_id: 'a\nb' })).toMatchObject({
        status: 422,
        body: { errors: { product_id: lineBreak } },
      })
      expect((await add(call, { product_id: 'other', name: 'Pro\nMax\u2800' })).status).toBe(422)
      expect((await call('PUT', `${PATH}/999`, aProduct({ name: 'Pro\nMax\u2800' }))).status).toBe(422)
    })
  })

  describe('createProduct', () => {
    it('adds a product at the top of the list', async ({ call }) => {
      await add(call)
      const response = await add(call, { product_id: ' other ', name: ' Other ' })
      const expected = aProduct({ id: response.body.data.id, product_id: 'other', name: 'Other', version: 1 })
      expect(response).toMatchObject({ status: 201, body: { code: 201, data: expected } })
      expect((await list(call))[0]).toEqual(expected)
    })

    it('defaults to euros, monthly, without trial, as the specification says', async ({ call }) => {
      const response = await call('POST', PATH, { product_id: 'p', name: 'P', price: 0 })
      expect(response.body.data).toMatchObject({
        price: 0,
        currency: 'EUR',
        billing_cycle: 'monthly',
        trial_period_days: 0,
      })
    })

    it('keeps the exact price when it is added, changed or listed', async ({ call }) => {
      const { id } = (await add(call)).body.data
      const listed = async () => {
        const { body } = await call<Product[]>('GET', PATH)
        return body.data.find((product) => product.id === id)?.price
      }
      await assert(
        asyncProperty(
          integer({ min: 0, max: 9_999_999_999 }),
          integer({ min: 0, max: 99 }),
          async (cents, addedCents) => {
            const price = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)
            const changed = await call<Product>('PUT', `${PATH}/${id}`, aProduct({ price }))
            expect({ status: changed.status, price: changed.body.data.price }).toEqual({ status: 200, price })
            expect(await listed()).toBe(price)
            expect(JSON.stringify(price)).toMatch(/^\d+(?:\.\d{1,2})?$/)
            // 0.1 + 0.2 has more than two decimals, so a sum may be refused.
            const sum = price + addedCents / 100
            const isPrice = sum === Number(sum.toFixed(2)) && sum <= 99_999_999.99
            expect((await call('PUT', `${PATH}/${id}`, aProduct({ price: sum }))).status < 300).toBe(isPrice)
            expect(await listed()).toBe(isPrice ? sum : price)
          },
        ),
        {
          numRuns: 150,
          examples: [
            [10, 20],
            [29, 0],
            [435, 0],
            [827_364_515, 70],
            [9_999_999_999, 1],
            [110, 220],
          ],
        },
      )
    })

    it('names each invalid field', async ({ call }) => {
      const required = 'Please fill in all required fields.'
      const refusals: [Record<string, unknown>, number, string, string][] = [
        [{ product_id: undefined }, 400, 'product_id', required],
        [{ product_id: '' }, 400, 'product_id', required],
        [{ name: '  ' }, 422, 'name', required],
        [{ price: '19.99' }, 400, 'price', required],
        [{ price: null }, 400, 'price', required],
        [{ price: -0.01 }, 400, 'price', 'Price must be 0 or more.'],
        [{ price: 100_000_000 }, 400, 'price', 'Price must be at most 99999999.99.'],
        [{ price: 1.999 }, 422, 'price', 'Price can have two decimal places at most.'],
        [{ price: 1e-7 }, 422, 'price', 'Price can have two decimal places at most.'],
        [{ price: 0.1 + 0.2 }, 422, 'price', 'Price can have two decimal places at most.'],
        [{ currency: 'XXX' }, 400, 'currency', expect.stringContaining('EUR')],
        [{ billing_cycle: 'daily' }, 400, 'billing_cycle', expect.stringContaining('monthly')],
        [{ trial_period_days: 1.5 }, 400, 'trial_period_days', expect.stringContaining('whole number')],
        [{ trial_period_days: -1 }, 400, 'trial_period_days', expect.stringContaining('whole number')],
        [{ price_cents: 1 }, 400, 'price_cents', 'This field is unknown.'],
      ]
      for (const [fields, status, field, text] of refusals) {
        const response = await add(call, fields)
        expect({ fields, status: response.status, errors: response.body.errors }).toEqual({
          fields,
          status,
          errors: { [field]: text },
        })
      }
      expect(await list(call)).toEqual([])
    })

    it('refuses a product ID that is taken', async ({ call }) => {
      await add(call)
      const text = 'There is already a product with the ID “rapport.pro.monthly”.'
      expect(await add(call, { name: 'Other' })).toMatchObject({
        status: 409,
        body: { message: text, errors: { product_id: text } },
      })
    })
  })

  describe('updateProduct', () => {
    it('saves all fields, and keeps the place in the list', async ({ call }) => {
      const { id } = (await add(call)).body.data
      const otherProduct = (await add(call, { product_id: 'other' })).body.data
      const response = await call<Product>(
        'PUT',
        `${PATH}/${id}`,
        aProduct({ id, name: 'New', price: 5, currency: 'GBP' }),
      )
      expect(response).toMatchObject({
        status: 200,
        body: { data: aProduct({ id, name: 'New', price: 5, currency: 'GBP' }) },
      })
      expect(await list(call)).toEqual([otherProduct, response.body.data])
    })

    it('accepts the same id in the body, and refuses another one', async ({ call }) => {
      const { id } = (await add(call)).body.data
      const otherProduct = (await add(call, { product_id: 'other' })).body.data
      const change = (bodyId: unknown) => call('PUT', `${PATH}/${id}`, { ...aProduct({ name: 'New' }), id: bodyId })
      for (const wrongId of [otherProduct.id, String(otherProduct.id), 0, '', 'x', ` ${id}`]) {
        const { status, body } = await change(wrongId)
        expect({ wrong: wrongId, status, field: Object.keys(body.errors ?? {}) }).toEqual({
          wrong: wrongId,
          status: 400,
          field: ['id'],
        })
      }
      expect((await list(call)).map(({ name }) => name)).not.toContain('New')
      expect((await change(String(id))).status).toBe(200)
      expect((await change(Number(id))).status).toBe(200)
    })

    it('refuses a product ID that is taken, and responds with 404 for an unknown product', async ({ call }) => {
      await add(call)
      const { id } = (await add(call, { product_id: 'other' })).body.data
      expect((await call('PUT', `${PATH}/${id}`, aProduct())).status).toBe(409)
      for (const unknownId of [Number(id) + 1, 'x', '0']) {
        expect((await call('PUT', `${PATH}/${unknownId}`, aProduct())).status).toBe(404)
      }
      expect((await call('PUT', `${PATH}/${id}`, aProduct({ price: 1.001 }))).body.errors).toHaveProperty('price')
    })
  })

  describe('deleteProduct', () => {
    it('deletes a product, and responds with 404 the second time', async ({ call }) => {
      const { id } = (await add(call)).body.data
      expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200)
      expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(404)
      expect((await call('DELETE', `${PATH}/x`)).status).toBe(404)
      expect(await list(call)).toEqual([])
    })
  })
})
